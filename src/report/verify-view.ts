import { line, span, type View } from './view.ts';
import { count } from './words.ts';

/** One thing that is damaged in a store, as it is told. */
export interface DamageWords {
  readonly check: string;
  readonly place: string;
  readonly fault: string;
}

/** What `verify` answers. */
export function verifyView(file: string, findings: readonly DamageWords[]): View {
  if (findings.length === 0) return [{ kind: 'preformatted', lines: [line(file, ': ', span('whole', 'calm'))] }];
  return [
    { kind: 'title', line: line(span(`${file}: ${count(findings.length, 'thing')} damaged`, 'alarm')) },
    {
      kind: 'table',
      columns: [
        { header: 'CHECK', align: 'left' },
        { header: 'PLACE', align: 'left' },
        { header: 'FAULT', align: 'left' },
      ],
      rows: findings.map(({ check, place, fault }) => [line(check), line(place), line(fault)]),
    },
  ];
}

/** What `verify --json` prints. */
export function verifyJson(file: string, findings: readonly DamageWords[]) {
  return { format: 'roster-history/verify@1', complete: findings.length === 0, gaps: [], store: file, findings };
}
