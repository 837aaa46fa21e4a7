import { type ReadInput, UnreadableInput } from '../../src/formats/index.ts';
import { type PassDraft, parseName, type Report } from '../../src/roster/index.ts';
import type { ListedNames } from './listed-names.ts';

/** What became of an input: refused with words, or read. */
export type Reading = { readonly kind: 'refused' } | { readonly kind: 'read'; readonly read: ReadInput };

/** Reads, and throws where anything is thrown but that the input cannot be read, or where it is said in no words. */
export function readOrRefuse(read: () => ReadInput): Reading {
  try {
    return { kind: 'read', read: read() };
  } catch (error) {
    if (!(error instanceof UnreadableInput)) throw error;
    expectWords(error);
    return { kind: 'refused' };
  }
}

/** A refusal has a message, and a place that is one. */
export function expectWords({ message, place }: UnreadableInput): void {
  if (message.trim() === '') throw new Error('a refusal without words');
  if (place && !(place.line >= 1 && place.column >= 1))
    throw new Error(`a place that is none: ${JSON.stringify(place)}`);
}

/** Throws where a host entry that the text lists is neither an entry nor in a problem, and nothing says that something was left out. */
export function expectNothingLost(text: string, draft: PassDraft, listed: ListedNames): void {
  if (saysLess(draft)) return;
  const found = textsOf(draft);
  for (const name of listed(text)) {
    const spellings = [name, name.trim(), parseName(name.trim()).name];
    if (!spellings.some((one) => one === '' || found.has(one))) throw new Error(`lost: ${JSON.stringify(name)}`);
  }
}

/** A node or a container that could not be read, or a key that stands twice, is told of as a whole. */
function saysLess({ outcome, reports, problems }: PassDraft): boolean {
  const codes = [
    'malformed-container',
    'malformed-node',
    'repeated-key',
    'repeated-container',
    'unset-variable',
    'too-many-problems',
  ];
  return (
    !['planned', 'partial'].includes(outcome) ||
    reports.some((report) => !['planned', 'partial'].includes(report.outcome) || isAmongOthers(report)) ||
    problems.some(({ code }) => codes.includes(code))
  );
}

/** What is no container or service in a list of them is counted in words. */
function isAmongOthers(report: Report): boolean {
  return report.outcome === 'partial' && /entries are no (containers|services)/.test(report.error ?? '');
}

/** Every text that stands as an entry, its name or its written name, or in a problem. */
function textsOf({ roster, reports, problems }: PassDraft): Set<string> {
  const found = new Set<string>();
  const lists = [
    roster?.list,
    ...reports.flatMap((report) => {
      if (report.outcome !== 'planned' && report.outcome !== 'partial') return [];
      const { declaration } = report;
      return [declaration.roster?.list, ...(declaration.containers ?? []).map(({ hosts }) => hosts)];
    }),
  ];
  for (const list of new Set(lists)) for (const { text, name } of list?.entries ?? []) addTexts(found, text, name);
  for (const { text = '', name = '' } of problems) addTexts(found, text, name);
  return found;
}

function addTexts(found: Set<string>, text: string, name: string): void {
  found.add(text).add(name);
  // "name: address", "address name name", or a map's key before its address
  for (const word of text.split(/\s+/)) found.add(word);
  for (const { index } of [...text.matchAll(/[:=]/g)].slice(0, 50)) {
    found.add(text.slice(0, index)).add(text.slice(0, index).trim());
  }
}
