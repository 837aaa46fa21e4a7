import { fleetRows } from './fleet-rows.ts';
import { historyRows } from './history-rows.ts';
import { memoryRows } from './memory-rows.ts';
import { oneShotRows } from './one-shot-rows.ts';
import type { BenchOptions } from './options.ts';
import { changedPassRows, knownPassRows } from './record-rows.ts';
import { replayRows } from './replay-rows.ts';
import type { Row } from './row.ts';
import { storeRows } from './store-rows.ts';

/** Rows that are measured together. */
export interface Section {
  readonly name: string;
  readonly summary: string;
  /** About how long it takes, on two cores. */
  readonly takes: string;
  rows(options: BenchOptions): Iterable<Row> | AsyncIterable<Row>;
}

/** All that there is, in the order of the table. */
export const sections: readonly Section[] = [
  {
    name: 'change',
    summary: 'a running recorder takes a pass in which a name moved',
    takes: '10 s',
    rows: changedPassRows,
  },
  { name: 'known', summary: 'a running recorder takes a pass seen before', takes: '5 s', rows: knownPassRows },
  { name: 'one-shot', summary: '"record" of a pass seen before, as a process', takes: '10 s', rows: oneShotRows },
  { name: 'store', summary: 'the store after 2,000 passes, against git', takes: '4 min', rows: storeRows },
  { name: 'history', summary: 'questions about 10,000 and 100,000 passes', takes: '2 min', rows: historyRows },
  { name: 'memory', summary: 'peak memory after 100 and 10,000 passes', takes: '2 min', rows: memoryRows },
  {
    name: 'fleet',
    summary: 'what one machine carries, at four sizes',
    takes: '5 min',
    rows: ({ sizes }) => fleetRows(sizes),
  },
  {
    name: 'replay',
    summary: 'a history of a hosts file, given with --replay',
    takes: '3 min',
    rows: ({ replay }) => replayRows(replay as string),
  },
];
