import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { type History, openForRecording } from '../../src/history/index.ts';
import { redactPass, redactProblem } from '../../src/recorder/redact-pass.ts';
import { redactionPolicy } from '../../src/recorder/redact-policy.ts';
import type { PassDraft } from '../../src/roster/index.ts';
import { plainDigest } from '../recorder/plain-digest.ts';
import { recordObserved } from './check-observed.ts';
import { expectNothingLost, readOrRefuse } from './check-reading.ts';
import { recordAndLoad } from './check-recorded.ts';
import { expectSafeReports } from './check-reports.ts';
import type { FuzzedFormat } from './fuzzed-formats.ts';

/** How a format is fuzzed. */
export interface Fuzzing {
  /** How many inputs are made at least. */
  readonly runs: number;
  readonly seed: number;
  /** One history in so many is recorded, explained and rendered too. */
  readonly everyWhole: number;
  /** The folder that stores are made in. */
  readonly folder: string;
  /** Told of each input before it is read. */
  onInput?(text: string): void;
}

/** What became of the inputs of a format. */
export interface FuzzFigures {
  readonly format: string;
  inputs: number;
  refused: number;
  read: number;
  withProblems: number;
  /** Passes that were recorded, read back, explained and rendered. */
  recorded: number;
  slowestMs: number;
  slowest: string;
  readonly failure: string | null;
}

/** An input takes no longer than this, though others work on the same machine. */
const mostMs = 2000;
const policy = redactionPolicy(plainDigest);
const historiesPerStore = 200;
/** A little less than there are on an average. */
const inputsPerHistory = 1.8;

/**
 * Reads inputs of a format, in histories of one to three, and checks of each that it is refused with words or read within
 * bounded time, without secrets and with nothing lost; and of some histories that they are recorded, explained and rendered.
 */
export async function fuzzFormat(format: FuzzedFormat, fuzzing: Fuzzing): Promise<FuzzFigures> {
  const figures = {
    format: format.name,
    inputs: 0,
    refused: 0,
    read: 0,
    withProblems: 0,
    recorded: 0,
    slowestMs: 0,
    slowest: '',
  };
  const stores = openStores(fuzzing.folder);
  const prototypes = prototypeKeys();
  const history = fc.record({
    texts: fc.array(format.texts, { minLength: 1, maxLength: 3 }),
    named: fc.boolean(),
    isWhole: fc.nat({ max: fuzzing.everyWhole - 1 }).map((one) => one === 0),
  });
  const property = fc.asyncProperty(history, async ({ texts, named, isWhole }) => {
    const drafts: PassDraft[] = [];
    for (const text of texts) {
      fuzzing.onInput?.(text);
      const draft = await readTimed(format, text, named, figures, isWhole ? stores : null);
      if (draft) drafts.push(draft);
    }
    if (isWhole && drafts.length > 0) {
      expectSafeReports(recordAndLoad(stores.current(), stores.nextName(), drafts), texts[0] as string);
      figures.recorded += drafts.length;
    }
    if (prototypeKeys() !== prototypes) throw new Error('a prototype of JavaScript was written to');
  });
  try {
    const numRuns = Math.ceil(fuzzing.runs / inputsPerHistory);
    const result = await fc.check(property, { numRuns, seed: fuzzing.seed });
    return { ...figures, failure: result.failed ? failureOf(result) : stores.damage() };
  } finally {
    stores.close();
  }
}

/** The shrunk counterexample and what is wrong with it. */
function failureOf<T>(result: fc.RunDetails<T>): string {
  const error = result.errorInstance instanceof Error ? result.errorInstance.stack : String(result.errorInstance);
  return `${error}\n${fc.defaultReportMessage(result)}`;
}

/** Reads a text and replaces its secrets. One that took long is measured once more: others work on the same machine. */
async function readTimed(
  format: FuzzedFormat,
  text: string,
  named: boolean,
  figures: FuzzFigures | Omit<FuzzFigures, 'failure'>,
  stores: Stores | null,
): Promise<PassDraft | null> {
  const timed = async () => {
    const from = performance.now();
    const given = await format.read(text, named);
    const reading = readOrRefuse(given.read);
    const isPass = reading.kind === 'read' && reading.read.kind === 'pass';
    const draft = isPass && reading.read.kind === 'pass' ? redactPass(reading.read.draft, policy) : null;
    return { given, reading, draft, ms: performance.now() - from };
  };
  let done = await timed();
  if (done.ms > mostMs) done = await timed();
  const { given, reading, draft, ms } = done;
  if (ms > mostMs) throw new Error(`took ${Math.round(ms)} ms`);
  figures.inputs += 1;
  if (ms > figures.slowestMs) Object.assign(figures, { slowestMs: ms, slowest: text });
  if (reading.kind === 'refused') {
    figures.refused += 1;
    return null;
  }
  figures.read += 1;
  const { read } = reading;
  if (read.kind === 'observations') {
    if (read.problems.length > 0) figures.withProblems += 1;
    for (const problem of read.problems) redactProblem(problem, policy);
    if (stores) recordObserved(stores.current(), stores.nextName(), read);
    return null;
  }
  if (read.draft.problems.length > 0) figures.withProblems += 1;
  if (read.format === format.name || format.name === 'mapped') expectNothingLost(given.text, read.draft, format.listed);
  return draft;
}

/** Stores that are verified when they have taken some histories, and made anew. */
interface Stores {
  current(): History;
  nextName(): string;
  /** What verifying found, in all stores; null where it is nothing. */
  damage(): string | null;
  close(): void;
}

function openStores(parent: string): Stores {
  const folder = mkdtempSync(join(parent, 'roster-history-fuzz-'));
  const findings: string[] = [];
  let open: History | null = null;
  let count = 0;
  const verify = () => {
    if (open) findings.push(...open.verify().map((finding) => JSON.stringify(finding)));
    open?.close();
    open = null;
  };
  return {
    current() {
      count += 1;
      if (count % historiesPerStore === 0) verify();
      open ??= openForRecording(join(folder, `${count}.db`));
      return open;
    },
    nextName: () => `history ${count}`,
    damage() {
      verify();
      return findings.length === 0 ? null : `verify found ${findings.join('; ')}`;
    },
    close() {
      open?.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function prototypeKeys(): string {
  return [Object.prototype, Array.prototype, String.prototype, Function.prototype]
    .map((one) => Reflect.ownKeys(one).length)
    .join(' ');
}
