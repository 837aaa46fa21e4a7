import { digestOnce } from './digest-secret.ts';
import { redactMatches } from './redact-forms.ts';
import type { RedactionPolicy } from './redact-policy.ts';
import { settingValue } from './redact-settings.ts';
import { replaceMatches } from './replace-matches.ts';

/** A program that takes a credential under a flag of one letter, which means other things elsewhere: `-pVALUE`, `-p VALUE`. */
interface CredentialFlag {
  readonly program: string;
  readonly flag: string;
  readonly attached: boolean;
  readonly apart: boolean;
}

const credentialFlags: readonly CredentialFlag[] = [
  {
    program: '(?:mysql|mariadb)(?:-?(?:admin|check|dump|import|show))?',
    flag: '-p',
    attached: true,
    apart: false,
  },
  { program: 'sshpass', flag: '-p', attached: true, apart: true },
  { program: '(?:redis|valkey)-cli', flag: '-a', attached: false, apart: true },
  { program: 'ldap[a-z]{3,10}', flag: '-w', attached: true, apart: true },
];

const programs = credentialFlags.map((known) => ({
  known,
  path: new RegExp(`^(?:/[\\w/.-]{1,200}/)?${known.program}$`),
}));

/** In the name of each of them: most arguments have none of it. */
const ofProgram = /mysql|mariadb|sshpass|-cli|ldap/;

const calls = credentialFlags.map(({ program, flag, attached, apart }) => ({
  call: new RegExp(String.raw`(?<![\w-])${program}(?![\w-])[^\n|;&]{0,400}`, 'g'),
  secret: new RegExp(String.raw`(?<!\S)${flag}${apart ? (attached ? '\\s*' : '\\s+') : ''}([^\s"'|;&]+)`, 'g'),
}));

const assigning = /(?<![\w.-])(?:export|declare\s+-x|setx?|env|-e|--env|--build-arg)(?:=|(?=\s))/gi;
const assigned = /\s*(\\*["'])?([A-Za-z_][\w.]*)=/y;
const unquoted = new RegExp(settingValue, 'dsy');
const shell = /\b(?:a|ba|da|z)?sh\s+-[a-z]{0,5}c\s/;
const variable = new RegExp(String.raw`(?<![^\s"'(;&|])[A-Z_][A-Z0-9_]+=${settingValue}`, 'gs');

/**
 * A text with the secrets in the commands of it replaced by digests: what flags of one letter give to some programs, and
 * what `export`, `env`, `-e` or a shell's command sets in an environment. Takes linear time.
 */
export function redactCommands(text: string, policy: RedactionPolicy): string {
  let redacted = text;
  for (const { call, secret } of calls) {
    redacted = replaceMatches(redacted, call, ([words]) => redactMatches(words, secret, policy.digestSecret));
  }
  const started = shell.exec(redacted);
  if (started) {
    const at = started.index + started[0].length;
    redacted = redacted.slice(0, at) + redactShell(redacted.slice(at), policy);
  }
  return redactAssignments(redacted, policy);
}

/** The text of a shell's command: each variable that it sets is one of an environment. */
export function redactShell(text: string, policy: RedactionPolicy): string {
  return redactMatches(text, variable, policy.digestSecret, (_secret, match) => {
    const key = match.slice(0, match.indexOf('='));
    return !policy.shows(key, key);
  });
}

/** The program among arguments that takes a credential under a flag of one letter; null where an argument is none. */
export function findCredentialFlag(argument: string): CredentialFlag | null {
  if (!ofProgram.test(argument)) return null;
  return programs.find(({ path }) => path.test(argument))?.known ?? null;
}

/** An argument of such a program, behind the one before it. */
export function redactArgument(
  known: CredentialFlag,
  before: string,
  argument: string,
  { digestSecret }: RedactionPolicy,
): string {
  const { flag, attached, apart } = known;
  if (apart && before === flag) return digestOnce(argument, digestSecret);
  if (attached && argument.startsWith(flag)) return flag + digestOnce(argument.slice(flag.length), digestSecret);
  return argument;
}

function redactAssignments(text: string, policy: RedactionPolicy): string {
  const pieces: string[] = [];
  let done = 0;
  assigning.lastIndex = 0;
  while (assigning.exec(text)) {
    let at = assigning.lastIndex;
    for (;;) {
      assigned.lastIndex = at;
      const [, quote, key] = assigned.exec(text) ?? [];
      if (key === undefined) break;
      const [from, to] = valueSpan(text, assigned.lastIndex, quote);
      at = to + (quote?.length ?? 0);
      if (from === to || policy.shows(key, key)) continue;
      pieces.push(text.slice(done, from), digestOnce(text.slice(from, to), policy.digestSecret));
      done = to;
    }
    assigning.lastIndex = Math.max(at, assigning.lastIndex);
  }
  return pieces.length === 0 ? text : pieces.join('') + text.slice(done);
}

/** Where a value that begins at a place begins and ends, its own quotes left out; `quote` is one that stands before its key. */
function valueSpan(text: string, at: number, quote: string | undefined): readonly [number, number] {
  if (quote !== undefined) {
    const end = text.indexOf(quote, at);
    return [at, end < 0 ? text.length : end];
  }
  unquoted.lastIndex = at;
  return unquoted.exec(text)?.indices?.findLast((span) => span !== undefined) ?? [at, at];
}
