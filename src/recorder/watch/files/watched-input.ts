import { createHash } from 'node:crypto';
import { readBeside, type SourceText } from '../../source-file.ts';
import { openingFault, type Stamp, stampOf } from './watched-stamp.ts';
import { isTorn } from './watched-torn.ts';

/** The coarsest clock that a file system keeps: two versions within it may bear the same times. */
const coarsestClockMs = 2000;

/** When a version is taken for finished, in milliseconds, and how much of it is read. */
export interface Settling {
  /** As long as this nothing of it may have changed. */
  readonly settleMs: number;
  /** As much longer one that looks half written may take, and one that changes all the time though it looks whole. */
  readonly patienceMs: number;
  /** Whether it is of lines: one that does not end with a line break looks half written. */
  readonly isOfLines?: boolean;
  /** What is larger is a version without a text. */
  readonly sizeLimitBytes?: number;
}

/** What one look at an input showed. */
export type Sight =
  | { readonly kind: 'unchanged' }
  /** Something changed, and is worth another look after so long. */
  | { readonly kind: 'settling'; readonly againMs: number }
  /** A version to hand over. Each look shows it again until `confirm` says that it was. */
  | { readonly kind: 'ready'; readonly source: SourceText; confirm(): void }
  /** There is no file, or none that can be read, for this reason. */
  | { readonly kind: 'absent'; readonly reason: string };

/** One file that is looked at again and again. */
export interface WatchedInput {
  /** Reads the file where something about it changed. `now` is in milliseconds of a clock that does not go back. */
  look(now: number): Sight;
}

interface Reading {
  readonly stamp: Stamp;
  readonly source: SourceText;
  /** Of the text, or of why there is none. */
  readonly digest: string;
  /** Nothing was written while it was read. */
  readonly isSteady: boolean;
  /** A later version may bear the same times. */
  readonly isYoung: boolean;
}

/** Watches one file. The first version that settles is ready, whatever was known of the file before. */
export function watchInput(path: string, { settleMs, patienceMs, isOfLines, sizeLimitBytes }: Settling): WatchedInput {
  let delivered: (Omit<Reading, 'source'> & Pick<SourceText, 'exitStatus' | 'standardError'>) | null = null;
  let pending: { trace: string; digest: string; changedAt: number; firstAt: number } | null = null;

  function look(now: number): Sight {
    const stamp = stampOf(path);
    if (typeof stamp === 'string') return settled({ kind: 'absent', reason: stamp });
    if (stamp.trace === delivered?.stamp.trace && !delivered.isYoung) return settled({ kind: 'unchanged' });
    // one that may not be read is no new version
    const fault = openingFault(path);
    if (fault !== null) return settled({ kind: 'absent', reason: fault });
    const reading = read(path, stamp, sizeLimitBytes);
    if (reading.isSteady && delivered && !isNews(reading)) {
      delivered = { ...delivered, stamp, isYoung: reading.isYoung };
      return settled({ kind: 'unchanged' });
    }
    const dueAt = dueAtOf(reading, now);
    return now < dueAt ? { kind: 'settling', againMs: dueAt - now } : ready(reading);
  }

  function settled(sight: Sight): Sight {
    pending = null;
    return sight;
  }

  /** Another version, another content, or word of how its command ended. That such word is gone is no news by itself. */
  function isNews({ stamp, digest, source }: Reading): boolean {
    return (
      stamp.version !== delivered?.stamp.version ||
      digest !== delivered.digest ||
      (source.exitStatus !== undefined && source.exitStatus !== delivered.exitStatus) ||
      (source.standardError !== undefined && source.standardError !== delivered.standardError)
    );
  }

  function dueAtOf({ stamp: { trace }, digest, source, isSteady }: Reading, now: number): number {
    if (pending === null || pending.trace !== trace || pending.digest !== digest || !isSteady) {
      pending = { trace, digest, changedAt: now, firstAt: pending?.firstAt ?? now };
    }
    const quietAt = pending.changedAt + settleMs;
    const { text } = source;
    if (text === null || isTorn(text) || (isOfLines && !text.endsWith('\n'))) return quietAt + patienceMs;
    return isSteady ? Math.min(quietAt, pending.firstAt + settleMs + patienceMs) : quietAt;
  }

  function ready(reading: Reading): Sight {
    return {
      kind: 'ready',
      source: reading.source,
      confirm() {
        const { source, ...known } = reading;
        delivered = {
          ...known,
          ...(source.exitStatus === undefined ? {} : { exitStatus: source.exitStatus }),
          ...(source.standardError === undefined ? {} : { standardError: source.standardError }),
        };
        pending = null;
      },
    };
  }

  return { look };
}

function read(path: string, stamp: Stamp, sizeLimitBytes: number | undefined): Reading {
  const isYoung = Math.abs(Date.now() - stamp.changedAt) < coarsestClockMs;
  const source = readBeside(path, sizeLimitBytes);
  const after = stampOf(path);
  return {
    stamp,
    source,
    digest: createHash('sha256')
      .update(source.text ?? `\0${source.error}`)
      .digest('base64'),
    isSteady: typeof after !== 'string' && after.trace === stamp.trace,
    isYoung,
  };
}
