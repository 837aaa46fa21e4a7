import fc from 'fast-check';
import { hostileKey, hostileText, hostileValue } from './hostile-values.ts';
import { isList, Members, Raw, type Written } from './written.ts';

/** One change of a document at a place that is counted from its top. */
type Edit =
  | { readonly kind: 'replace'; readonly at: number; readonly value: Written }
  | { readonly kind: 'text'; readonly at: number; readonly text: string }
  | { readonly kind: 'remove' | 'repeat' | 'wrap' | 'unwrap' | 'spell'; readonly at: number }
  | { readonly kind: 'insert'; readonly at: number; readonly key: string; readonly value: Written }
  | { readonly kind: 'rename'; readonly at: number; readonly key: string };

const at = fc.nat({ max: 100_000 });

/** Changes of a document: values of other kinds, members more and fewer, twice and under other keys, hostile texts. */
const edit: fc.Arbitrary<Edit> = fc.oneof(
  { weight: 12, arbitrary: fc.record({ kind: fc.constant('text'), at, text: hostileText }) },
  { weight: 9, arbitrary: fc.record({ kind: fc.constant('replace'), at, value: hostileValue }) },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('insert'), at, key: hostileKey, value: hostileValue }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('rename'), at, key: hostileKey }) },
  { weight: 12, arbitrary: fc.record({ kind: fc.constantFrom('remove', 'repeat', 'wrap', 'unwrap'), at }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('spell'), at }) },
);

/** A document with none to six such changes. */
export function edited(document: fc.Arbitrary<Written>): fc.Arbitrary<Written> {
  return fc.tuple(document, fc.array(edit, { maxLength: 6 })).map(([given, edits]) => edits.reduce(withEdit, given));
}

function withEdit(document: Written, change: Edit): Written {
  const count = placesIn(document);
  const [changed] = changedAt(document, change, change.at % count);
  return changed === undefined ? null : (changed[0] ?? null);
}

/** How many values a document holds, itself among them. */
function placesIn(value: Written): number {
  if (value instanceof Members) return value.entries.reduce((sum, [, member]) => sum + placesIn(member), 1);
  return isList(value) ? value.reduce<number>((sum, one) => sum + placesIn(one), 1) : 1;
}

/** A change that has found its place gives the values that stand there then; else how many places are still to go. */
function changedAt(value: Written, change: Edit, left: number): [readonly Written[] | undefined, number] {
  if (left === 0) return [changed(value, change), -1];
  let rest = left - 1;
  if (isList(value)) {
    for (const [index, one] of value.entries()) {
      const [found, still] = changedAt(one, change, rest);
      if (found) return [[[...value.slice(0, index), ...found, ...value.slice(index + 1)]], -1];
      rest = still;
    }
  } else if (value instanceof Members) {
    for (const [index, [key, one]] of value.entries.entries()) {
      const [found, still] = changedAt(one, change, rest);
      if (found)
        return [[withMember(value, index, change.kind === 'rename' && rest === 0 ? change.key : key, found)], -1];
      rest = still;
    }
  }
  return [undefined, rest];
}

function withMember({ entries }: Members, index: number, key: string, values: readonly Written[]): Members {
  return new Members([
    ...entries.slice(0, index),
    ...values.map((value): [string, Written] => [key, value]),
    ...entries.slice(index + 1),
  ]);
}

function changed(value: Written, change: Edit): readonly Written[] {
  switch (change.kind) {
    case 'replace':
      return [change.value];
    case 'text':
      return [typeof value === 'string' ? change.text : value];
    case 'remove':
      return [];
    case 'repeat':
      return [value, value];
    case 'wrap':
      return [[value]];
    case 'unwrap':
      return isList(value) ? [value[0] ?? null] : [value instanceof Members ? (value.entries[0]?.[1] ?? null) : value];
    case 'spell':
      return [typeof value === 'object' && value !== null ? value : new Raw(String(value))];
    case 'insert':
      if (isList(value)) return [[...value, change.value]];
      return [value instanceof Members ? new Members([...value.entries, [change.key, change.value]]) : value];
    case 'rename':
      return [value];
  }
}
