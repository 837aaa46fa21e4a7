import { containerLabel } from '../roster/index.ts';
import { line, span, type View } from './view.ts';
import { count } from './words.ts';

/** What rests on something that is damaged, as far as it can be told. */
export interface AffectedWords {
  readonly passes: readonly (readonly [first: number, last: number])[];
  readonly nodes: readonly string[];
  readonly containers: readonly string[];
  readonly names: readonly string[];
}

/** One thing that is damaged in a store, as it is told. */
export interface DamageWords {
  readonly check: string;
  readonly place: string;
  readonly fault: string;
  readonly affects?: AffectedWords;
}

/** What `verify` answers. */
export function verifyView(file: string, findings: readonly DamageWords[]): View {
  if (findings.length === 0) return [{ kind: 'preformatted', lines: [line(file, ': ', span('whole', 'calm'))] }];
  const affects = findings.some((finding) => finding.affects !== undefined);
  const column = (header: string) => ({ header, align: 'left' }) as const;
  return [
    { kind: 'title', line: line(span(`${file}: ${count(findings.length, 'thing')} damaged`, 'alarm')) },
    {
      kind: 'table',
      columns: [...['CHECK', 'PLACE', 'FAULT'].map(column), ...(affects ? [column('AFFECTS')] : [])],
      rows: findings.map(({ check, place, fault, affects: affected }) => [
        line(check),
        line(place),
        line(shortDigests(fault)),
        ...(affects ? [line(affected === undefined ? '' : affectedWords(affected))] : []),
      ]),
    },
  ];
}

/** What `verify --json` prints. */
export function verifyJson(file: string, findings: readonly DamageWords[]) {
  return { format: 'roster-history/verify@1', complete: findings.length === 0, gaps: [], store: file, findings };
}

const mostListed = 4;

function affectedWords({ passes, nodes, containers, names }: AffectedWords): string {
  const parts = [
    ...passes
      .map(([first, last]) => (first === last ? `pass ${first}` : `passes ${first}–${last}`))
      .slice(0, mostListed),
    ...(passes.length > mostListed ? [`${passes.length - mostListed} more stretches`] : []),
  ];
  const where = [
    parts.length === 0 ? 'no pass that is kept' : parts.join(', '),
    ...(nodes.length === 0 ? [] : [`on ${listed(nodes)}`]),
    ...(containers.length === 0 ? [] : [`in ${listed(containers.map(containerLabel))}`]),
    ...(names.length === 0 ? [] : [`names ${listed(names)}`]),
  ];
  return where.join('; ');
}

function listed(words: readonly string[]): string {
  const more = words.length > mostListed ? ` and ${words.length - mostListed} more` : '';
  return `${words.slice(0, mostListed).join(', ')}${more}`;
}

function shortDigests(fault: string): string {
  return fault.replaceAll(/\b([\da-f]{12})[\da-f]{52}\b/g, '$1…');
}
