import type { Json } from '../roster/index.ts';
import { isCredentialFlag, namesCredential } from './credential-words.ts';
import { findCredentialFlag, redactArgument, redactShell } from './redact-commands.ts';
import { digestEnvironment, digestLeaves, type Search } from './redact-environment.ts';
import { elementPlace, type Place, type RedactionPolicy } from './redact-policy.ts';
import { redactText } from './redact-text.ts';

/** A list, which may be the arguments of a command: a flag that names a credential tells that the next argument is one. */
export function redactList(list: readonly Json[], policy: RedactionPolicy, place: Place, search: Search): Json {
  const at = elementPlace(place);
  let program: ReturnType<typeof findCredentialFlag> = null;
  return list.map((entry, index) => {
    const before = list[index - 1];
    if (typeof before !== 'string') {
      program = typeof entry === 'string' ? findCredentialFlag(entry) : null;
      return search(entry, at);
    }
    const key = before.replace(/^-+/, '');
    const isNamed = isCredentialFlag(before) || (list.length === 2 && namesCredential(before));
    if (isNamed && !policy.shows(key, key)) return digestLeaves(entry, policy, at, search);
    if (/^(?:-e|--env)$/.test(before)) return digestEnvironment(entry, policy, at, search);
    if (typeof entry !== 'string') return search(entry, at);
    if (program) return search(redactArgument(program, before, entry, policy), at);
    program = findCredentialFlag(entry);
    // the flag and its argument together show what neither shows alone
    if (/^(?:-u|--user|--proxy-user)$/.test(before)) {
      return redactText(`${before} ${entry}`, policy).slice(before.length + 1);
    }
    const isShell = /^-[a-z]{0,5}c$/.test(before) || before === 'CMD-SHELL';
    return search(isShell ? redactShell(entry, policy) : entry, at);
  });
}
