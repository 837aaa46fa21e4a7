import type { TranscriptPart, TranscriptPass, TranscriptReport } from '../../history/index.ts';
import { canonicalJson, type Json, type JsonObject } from '../../roster/index.ts';

/** The format of an export, as its first line names it. */
export const exportFormat = 'roster-history/export@1';

/** The settings of a store that go with its passes. */
export const keptSettings = ['digest-key', 'shown-keys'] as const;

/** What the first line of an export says of the rest. */
export interface ExportHeader {
  readonly format: typeof exportFormat;
  readonly controllers: readonly string[];
  /** How many passes follow. */
  readonly passes: number;
  /** The ends of the window that was exported, where it was one. */
  readonly window: { readonly since: string | null; readonly until: string | null } | null;
  /** Facts about the store that what is recorded after an import is compared with: the fingerprint of the key of its secrets, and what it shows. */
  readonly settings: { readonly [Name in (typeof keptSettings)[number]]?: string };
}

/** A part of a history as a line of an export, without its end. What goes without saying is left out. */
export function exportLine(part: TranscriptPart): string {
  return JSON.stringify(lineOf(part));
}

function lineOf(part: TranscriptPart): object {
  switch (part.kind) {
    case 'horizon': {
      const { controller, firstPass, removed, fromPass, fromAt, untilPass, prunedAt, reason, bound } = part.horizon;
      const passes = { firstPass, removed, fromPass, fromAt: instant(fromAt), untilPass };
      return { kind: 'horizon', controller, ...passes, prunedAt: instant(prunedAt), reason, bound };
    }
    case 'spec':
      return { ...part, value: sorted(part.value) };
    case 'declaration':
      return { ...part, extra: sorted(part.extra) };
    case 'pass':
      return passLine(part);
    case 'observation': {
      const { node, container, kind: event, at } = part.observation;
      return {
        kind: 'observation',
        node,
        container,
        event,
        at: instant(at),
        recordedAt: instant(part.recordedAt),
        source: part.source,
      };
    }
    case 'gap': {
      const { recorder, gap } = part;
      const { kind: reasonKind, from, until, ...rest } = gap;
      return {
        kind: 'gap',
        recorder,
        cause: reasonKind,
        from: instant(from),
        until: until === null ? null : instant(until),
        ...rest,
      };
    }
    default:
      return part;
  }
}

function passLine(part: TranscriptPass): object {
  const { number, controller, key, at, recordedAt, trigger, outcome, error, lone, source, roster } = part;
  return {
    kind: 'pass',
    ...(number === undefined ? {} : { pass: number }),
    controller,
    ...(key === null ? {} : { key }),
    at: instant(at),
    recordedAt: instant(recordedAt),
    ...(trigger === null ? {} : { trigger }),
    ...(outcome === 'planned' ? {} : { outcome }),
    ...(error === null ? {} : { error }),
    ...(lone ? { lone } : {}),
    ...(source === null ? {} : { source }),
    ...(roster === undefined ? {} : { roster }),
    ...listed('reports', part.reports.map(reportLine)),
    ...listed('again', part.again),
    ...listed('standing', part.standing.map(reportLine)),
    ...listed('problems', part.problems),
    ...(Object.keys(part.extra).length === 0 ? {} : { extra: sorted(part.extra) }),
  };
}

/** What is in force is told only where it is not what was delivered. */
function reportLine({ node, outcome, error, missing, delivered, inForce }: TranscriptReport): object {
  return {
    node,
    outcome,
    ...(error === null ? {} : { error }),
    ...(missing === null ? {} : { missing }),
    ...(delivered === null ? {} : { delivered }),
    ...(inForce === delivered ? {} : { inForce }),
  };
}

function listed(key: string, list: readonly unknown[]): object {
  return list.length === 0 ? {} : { [key]: list };
}

/** The same keys in one order, whatever order they were gathered in: equal histories give equal bytes. */
function sorted(object: JsonObject): Json {
  return JSON.parse(canonicalJson(object)) as Json;
}

function instant(ms: number): string {
  return new Date(ms).toISOString();
}
