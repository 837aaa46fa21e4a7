import * as z from 'zod/mini';
import { UnreadableInput } from '../../formats/index.ts';
import type { TranscriptPart, TranscriptPass } from '../../history/index.ts';
import { type EncodedEntries, isJsonObject, type Json, type Problem } from '../../roster/index.ts';
import { type ExportHeader, exportFormat } from './export-line.ts';
import { headerShape, lineShapes } from './export-shapes.ts';

/** Whether a value is the first line of an export, of this version or of another. */
export function isExportHeader(value: unknown): boolean {
  return isJsonObject(value) && typeof value.format === 'string' && value.format.startsWith('roster-history/export@');
}

/** Reads the first line of an export. Throws {@link UnreadableInput} where it is none, or one of another version. */
export function parseExportHeader(value: unknown): ExportHeader {
  if (isJsonObject(value) && value.format !== exportFormat) {
    throw new UnreadableInput(`the format is ${JSON.stringify(value.format)}: expected "${exportFormat}"`, {
      hint: 'upgrade roster-history',
    });
  }
  return shaped(headerShape, value) as ExportHeader;
}

/** Reads any other line; null for a kind that this version does not know. Throws {@link UnreadableInput}. */
export function parseExportLine(value: unknown): TranscriptPart | null {
  if (!isJsonObject(value) || typeof value.kind !== 'string') {
    throw new UnreadableInput('expected an object with a "kind"');
  }
  switch (value.kind) {
    case 'horizon':
      return { kind: 'horizon', horizon: shaped(lineShapes.horizon, value) };
    case 'hosts': {
      const { digest, entries } = shaped(lineShapes.hosts, value);
      return { kind: 'hosts', digest, entries: entries as EncodedEntries };
    }
    case 'roster': {
      const { digest, entries, owners } = shaped(lineShapes.roster, value);
      return { kind: 'roster', digest, entries: entries as EncodedEntries, owners };
    }
    case 'spec': {
      const { binds, ...spec } = shaped(lineShapes.spec, value);
      if (binds === undefined) return { kind: 'spec', ...spec };
      const { names, why } = binds;
      return { kind: 'spec', ...spec, binds: why === undefined ? { names } : { names, why } };
    }
    case 'declaration':
      return { kind: 'declaration', ...shaped(lineShapes.declaration, value) };
    case 'pass': {
      const { pass: number, roster, trigger = null, problems, ...pass } = shaped(lineShapes.pass, value);
      return {
        kind: 'pass',
        ...(number === undefined ? {} : { number }),
        ...pass,
        trigger: trigger as Json,
        problems: problems as readonly Problem[],
        ...(roster ? { roster } : {}),
      } satisfies TranscriptPass;
    }
    case 'observation': {
      const { node, container, event, at, recordedAt, source } = shaped(lineShapes.observation, value);
      return { kind: 'observation', observation: { node, container, kind: event, at }, recordedAt, source };
    }
    case 'gap': {
      const { recorder, cause, ...rest } = shaped(lineShapes.gap, value);
      return { kind: 'gap', recorder, gap: { kind: cause, ...rest } };
    }
    default:
      return null;
  }
}

function shaped<T extends z.ZodMiniType>(shape: T, value: unknown): z.output<T> {
  const result = z.safeParse(shape, value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new UnreadableInput(`"${issue?.path.join('.')}" has another shape: ${issue?.message}`);
}
