import type { NameChange } from '../diff/index.ts';
import { type Address, type Name, type NameMap, parseAddress, parseName } from '../roster/index.ts';
import { findNear } from './suggestion.ts';
import { UserError } from './user-error.ts';

/** The changes of names as a user gives them. */
export interface GivenChanges {
  readonly add: readonly string[];
  readonly remove: readonly string[];
  readonly move: readonly string[];
}

/**
 * Reads changes of names against those that the mesh has. `isCarried` says whether any hosts list has a name. Throws
 * {@link UserError}.
 */
export function changesOf(
  { add, remove, move }: GivenChanges,
  names: NameMap,
  isCarried: (name: Name) => boolean = () => false,
): NameChange[] {
  const expectThere = (flag: string, text: string, change: NameChange) => {
    if (isThere(names, change)) return;
    if (!isCarried(change.name)) throw unknownName(flag, text, names);
    throw new UserError(
      `${flag} "${text}": nodes or containers disagree on "${change.name}", so that no one change can be told`,
      {
        hint: 'roster-history impact FILE, with the declaration that changes it',
      },
    );
  };
  const changes = [
    ...add.map((text): NameChange => {
      const change = parsePair('--add', text);
      if (!isThere(names, change)) return change;
      throw new UserError(
        `--add "${text}": the mesh has "${change.name}" already, at ${names.get(change.name)?.join(' ')}`,
        {
          hint: `--move ${text}`,
        },
      );
    }),
    ...remove.map((text): NameChange => {
      const change: NameChange = { name: parseValidName('--remove', text), addresses: [] };
      expectThere('--remove', text, change);
      return change;
    }),
    ...move.map((text): NameChange => {
      const change = parsePair('--move', text);
      expectThere('--move', text.slice(0, text.search(/[=:]/)), change);
      if (names.get(change.name)?.join() !== change.addresses.join()) return change;
      throw new UserError(`--move "${text}": "${change.name}" is at ${change.addresses.join(' ')} already`);
    }),
  ];
  const twice = changes.find(({ name }, index) => changes.findIndex((one) => one.name === name) !== index);
  if (twice !== undefined) throw new UserError(`"${twice.name}" is changed twice: expected one change of a name`);
  return changes;
}

function isThere(names: NameMap, { name }: NameChange): boolean {
  return (names.get(name)?.length ?? 0) > 0;
}

function parsePair(flag: string, text: string): NameChange {
  const at = text.search(/[=:]/);
  if (at < 1)
    throw new UserError(`${flag} "${text}": expected NAME=ADDRESS`, { hint: `${flag} git.example=192.0.2.9` });
  const addresses = text
    .slice(at + 1)
    .split(',')
    .map((one): Address => {
      const { address, kind } = parseAddress(one.trim());
      if (kind !== 'invalid') return address;
      throw new UserError(`${flag} "${text}": "${one.trim()}" is no address: expected IPv4, IPv6 or host-gateway`, {
        hint: `${flag} ${text.slice(0, at)}=192.0.2.9`,
      });
    });
  return { name: parseValidName(flag, text.slice(0, at)), addresses: [...new Set(addresses)] };
}

function parseValidName(flag: string, text: string) {
  const { name, valid } = parseName(text.trim());
  if (valid) return name;
  throw new UserError(`${flag} "${text}": no name that DNS could carry`, {
    hint: `${flag} git.example${flag === '--remove' ? '' : '=192.0.2.9'}`,
  });
}

/** The name that is meant is said and not hinted at: a hint that is pasted must not change another name. */
function unknownName(flag: string, text: string, names: NameMap): UserError {
  const near = findNear(text, [...names.keys()]);
  return new UserError(
    `${flag} "${text}": the mesh has no such name${near === null ? '' : `: did you mean "${near}"?`}`,
    { hint: 'roster-history show latest' },
  );
}
