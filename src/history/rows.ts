import type { Digest } from '../roster/index.ts';
import { checksumOf } from './checksum.ts';
import type { ContentId } from './contents.ts';

/** A row of the table of passes. */
export interface PassRow {
  readonly pass: number;
  readonly controller: string;
  readonly at: number;
  readonly lag: number;
  readonly key: string | null;
  readonly trigger: string | null;
  readonly source: ContentId | null;
  readonly facts: ContentId;
  readonly state: ContentId;
  readonly checksum: number;
}

/** The values of {@link passColumns} in a row: reading them takes two thirds of the time that an object takes. */
export type RawPassRow = readonly [
  pass: number,
  controller: string,
  at: number,
  lag: number,
  key: string | null,
  trigger: string | null,
  source: ContentId | null,
  facts: ContentId,
  state: ContentId,
  checksum: number,
];

/** A row of its values. Each is taken by its place: taking them apart at once goes through an iterator. */
export function passRowOf(values: RawPassRow): PassRow {
  return {
    pass: values[0],
    controller: values[1],
    at: values[2],
    lag: values[3],
    key: values[4],
    trigger: values[5],
    source: values[6],
    facts: values[7],
    state: values[8],
    checksum: values[9],
  };
}

/** A row of the table of joins. The node is empty where it is the mesh's roster that joined. */
export interface JoinRow {
  readonly pass: number;
  readonly node: string;
  readonly controller: string;
  readonly at: number | null;
  readonly recorded_at: number;
  readonly trigger: string | null;
  readonly source: ContentId | null;
  /** The first later pass in which it is not in force. */
  readonly until_pass: number;
  readonly facts: ContentId;
  readonly checksum: number;
}

/** The columns of the table of passes. */
export const passColumns = 'pass, controller, at, lag, key, trigger, source, facts, state, checksum';
/** The columns of the table of joins. */
export const joinColumns = 'pass, node, controller, at, recorded_at, trigger, source, until_pass, facts, checksum';

type DigestAt = (content: ContentId) => Digest;

/** The checksum of a pass's own facts, the contents that it names by their digests. */
export function passChecksum(row: Omit<PassRow, 'checksum'>, digestAt: DigestAt): number {
  const { pass, controller, at, lag, key, trigger, source, facts, state } = row;
  const read = source && digestAt(source);
  return checksumOf([pass, controller, at, lag, key, trigger, read, digestAt(facts), digestAt(state)]);
}

/** The checksum of what joined a pass. */
export function joinChecksum(row: Omit<JoinRow, 'checksum'>, digestAt: DigestAt): number {
  const { pass, node, controller, at, recorded_at, trigger, source, until_pass, facts } = row;
  const named = [source && digestAt(source), digestAt(facts)];
  return checksumOf([pass, node, controller, at, recorded_at, trigger, until_pass, ...named]);
}

/** The named parameters of columns. */
export function parameters(columns: string): string {
  return columns.replaceAll(/\w+/g, ':$&');
}
