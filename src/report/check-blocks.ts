import { type Diagnosis, didSomething, movedNames, type WhatIf } from '../diff/index.ts';
import type { AskedWindow } from './diff-json.ts';
import type { TimeWriter } from './times.ts';
import { type Block, line } from './view.ts';

/** What the commands of a postmortem need to know of how it was asked for. */
export interface CheckFacts extends Partial<AskedWindow> {
  readonly store?: string;
  /** The window replayed under other rules; left out, the postmortem says nothing of them. */
  readonly whatIf?: WhatIf;
}

const shownFindings = 8;

/** How to check each claim of a postmortem: the commands, whose times are absolute, so that they can be pasted on any day. */
export function checkBlocks(diagnosis: Diagnosis, facts: CheckFacts, times: TimeWriter): Block[] {
  const { window, controlPlane, findings } = diagnosis;
  const first = window.passes[0]?.pass;
  if (!first) return [];
  const ends = endsOf(diagnosis, facts, times);
  const program = [
    ...(facts.store === undefined ? [] : ['--store', facts.store]),
    ...(first.controller === 'default' ? [] : ['--controller', first.controller]),
  ];
  const command = (name: string, ...parts: string[]) =>
    ['roster-history', name, ...parts, '--tz', times.zone, ...program].map(shellWord).join(' ');
  const why = controlPlane.flatMap((pattern) => ['--control-plane', pattern]);
  const busy =
    window.passes.find(({ difference }) => movedNames(difference).size > 0) ?? window.passes.find(didSomething);
  const before = busy && (window.passes[window.passes.indexOf(busy) - 1]?.pass ?? window.baseline);
  const names = findings.flatMap((finding) => ('names' in finding ? finding.names.slice(0, 1) : []));
  const named = [...new Set(names)].slice(0, shownFindings);
  return [
    ...claim('Which name moved in each pass, what it cost, and what is left of it:', command('diff', ...ends)),
    ...claim('What flaps:', command('flaps', ...ends)),
    ...claim('Why, the loop, and what is ruled out:', command('explain', ...ends, ...why)),
    ...(facts.whatIf === undefined
      ? []
      : claim('What it would have cost under other rules:', command('whatif', ...ends, ...why))),
    ...(named.length === 0
      ? []
      : claim(
          'Every move of a name of each finding:',
          ...named.map((name) => command('name', ...(name.startsWith('-') ? ['--'] : []), name, ...ends)),
        )),
    ...(busy && before
      ? claim(
          `The first pass that changed something, and what its containers were declared as before and after:`,
          command('show', String(busy.pass.number)),
          command('diff', String(before.number), String(busy.pass.number), '--text'),
        )
      : []),
    ...claim(
      'That the store is whole:',
      ['roster-history', 'verify', ...program.slice(0, facts.store === undefined ? 0 : 2)].map(shellWord).join(' '),
    ),
  ];
}

function claim(text: string, ...commands: string[]): Block[] {
  return [
    { kind: 'paragraph', line: line(text) },
    { kind: 'code', language: 'sh', lines: commands },
  ];
}

/** The window as absolute instants; as passes where the clock went back, since instants would then name another window. */
function endsOf({ window }: Diagnosis, { since = null, until = null }: CheckFacts, times: TimeWriter): string[] {
  const passes = [...(window.baseline ? [window.baseline] : []), ...window.passes.map(({ pass }) => pass)];
  const [first, last] = [window.passes[0]?.pass, window.passes.at(-1)?.pass];
  const forward = passes.every(({ at }, index) => index === 0 || at > (passes[index - 1]?.at ?? 0));
  const end = (asked: number | null, pass: typeof first) =>
    asked !== null || forward ? times.instant(asked ?? pass?.at ?? 0) : String(pass?.number);
  return ['--since', end(since, first), '--until', end(until, last)];
}

/** A word of a command as a POSIX shell takes it, whatever it holds. */
function shellWord(word: string): string {
  return /^[\w@%+:,./=-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
