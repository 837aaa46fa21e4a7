import { type Command, Option } from 'commander';
import {
  asRecorded,
  defaultHoldDown,
  defaultPolicies,
  type Policy,
  type PolicyPart,
  policyOf,
  policyParts,
} from '../diff/index.ts';
import { findNear } from './suggestion.ts';
import { UserError } from './user-error.ts';

/** Adds the policies that are compared. */
export function addPolicyOption(command: Command): Command {
  return command.addOption(
    new Option(
      '--policy <POLICY>',
      `a rule to replay: ${policyParts.join(', ')}; "hold-down 5" holds for 5 passes; parts are joined by +, ` +
        'e.g. scoped+last-known-good; may be repeated',
    )
      .default([], 'all, and a mix')
      .argParser((text: string, before: string[]) => [...before, text]),
  );
}

/** The policies that were asked for, the recorded one first; without any, the usual ones. Throws {@link UserError}. */
export function policiesOf(texts: readonly string[]): readonly Policy[] {
  if (texts.length === 0) return defaultPolicies;
  const policies = new Map([asRecorded, ...texts.map(parsePolicy)].map((policy) => [policy.name, policy]));
  return [...policies.values()];
}

const together = 'the parts of one are joined by +, e.g. scoped+last-known-good';

/** Reads a policy as a user writes it. */
export function parsePolicy(text: string): Policy {
  let holdDown = defaultHoldDown;
  const parts = text.split('+').map((written): PolicyPart => {
    const [, word = '', passes] = /^\s*(.*?)(?:[\s:=]+(\d{1,4}))?\s*$/s.exec(written) ?? [];
    const part = policyParts.find((one) => one === word.toLowerCase());
    if (part === undefined) throw unknownPart(text, word);
    if (passes !== undefined && (part !== 'hold-down' || Number(passes) === 0)) {
      throw new UserError(`--policy "${text}": only hold-down takes a number, of passes from 1`, {
        hint: '--policy "hold-down 5"',
      });
    }
    if (passes !== undefined) holdDown = Number(passes);
    return part;
  });
  const both = contradictions.find((pair) => pair.every((part) => parts.includes(part)));
  const [other] = parts.filter((part) => part !== 'as-recorded');
  if (both !== undefined) {
    throw new UserError(`--policy "${text}": ${both[0]} and ${both[1]} cannot hold at once`, {
      hint: `--policy ${both[1]}`,
    });
  }
  if (parts.includes('as-recorded') && other !== undefined) {
    throw new UserError(`--policy "${text}": as-recorded takes nothing beside it`, { hint: `--policy ${other}` });
  }
  return policyOf(parts, holdDown);
}

const contradictions: readonly (readonly [PolicyPart, PolicyPart])[] = [
  ['resolver', 'scoped'],
  ['damped', 'damped-7196'],
];

function unknownPart(text: string, word: string): UserError {
  const near = findNear(word, policyParts);
  return new UserError(
    `--policy "${text}": no policy "${word}": expected one of ${policyParts.join(', ')}; ${together}`,
    {
      hint: `--policy ${near ?? 'scoped'}`,
    },
  );
}
