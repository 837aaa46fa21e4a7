import type { Policy, PolicyOutcome, RosterRule } from '../diff/index.ts';
import type { Binding } from '../roster/index.ts';
import { type Line, line, span } from './view.ts';
import { count } from './words.ts';

/** What a replay assumes whatever the policy: each a sentence without its full stop. */
export const replayAssumptions: readonly string[] = [
  'each pass delivers what it delivered, a node that is handed nothing keeps what it runs, and a container is replaced when its identity changes',
  'replacements that nothing recorded explains are counted under no policy',
];

/** What a policy assumes, in the order of its parts: each a sentence without its full stop. */
export function assumptionsOf({ rules, entries, textCounts, name }: Policy): string[] {
  return [
    ...rules.map(ruleAssumption),
    ...(entries === 'bound'
      ? [
          'a container is given the names that its env, arguments, labels and mounts speak of, and those that the config says it binds; what stands in files that it reads is not seen',
        ]
      : []),
    ...(entries === 'none'
      ? ['nothing is baked in: names are looked up in the roster of the moment, and something always answers']
      : []),
    ...(!textCounts && entries !== 'none'
      ? ['another order or spelling of entries replaces nothing; another order of the addresses of one name does']
      : []),
    ...(name === 'as-recorded' ? ['the text of the whole hosts list is part of the identity'] : []),
  ];
}

function ruleAssumption(rule: RosterRule): string {
  switch (rule.kind) {
    case 'last-known-good':
      return "names whose owner's plan failed, or looks as if it did, stay at the addresses they had until that owner has a name back or plans well";
    case 'hold-down':
      return `a name that is gone stays for ${count(rule.passes, 'pass', 'passes')} and goes with the next; a name that comes or moves does so at once`;
    case 'damped': {
      const { suppressAbove, reuseBelow, halfLifeMs, ceiling } = rule.damping;
      return (
        `a name that changes too often is left out, so that nothing can look it up: above a score of ${suppressAbove} and until it is below ` +
        `${reuseBelow} (1000 for going, 500 for moving, half of it gone in ${halfLifeMs / 60_000} min, at most ${ceiling}; RFC 2439${suppressAbove >= 6000 ? ' with the threshold of RFC 7196' : ''})`
      );
    }
  }
}

/** What the policies of an answer assume, a line each; what was said of a part before is not said again. */
export function assumptionLines(outcomes: readonly Pick<PolicyOutcome, 'policy'>[]): Line[] {
  const said = new Set<string>();
  const lines = outcomes.map(({ policy }) => {
    const assumptions = assumptionsOf(policy);
    const news = assumptions.filter((text) => !said.has(text));
    for (const text of news) said.add(text);
    const words = news.length === 0 ? 'the parts together' : news.join('; ');
    return line(span(policy.name, 'strong'), `: ${words}`);
  });
  return lines;
}

const untoldWords: Record<Extract<Binding, { told: false }>['why'], string> = {
  'not-searched': 'bindings were not looked for yet when that was recorded',
  'nothing-shown': 'neither env nor arguments, labels or mounts are declared',
  'refers-elsewhere': 'values stand in files, variables or secrets elsewhere',
  'too-much': 'there are more words than are looked at',
};

/** Why the names that a container binds cannot be told, as it follows `since`. */
export function untoldBindingWords(why: keyof typeof untoldWords): string {
  return untoldWords[why];
}
