/** Fuzzes the formats, one after the other, and prints what became of their inputs. Ends with 1 where one fails. */
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { parseArgs } from 'node:util';
import { fuzzedFormats } from './fuzzed-formats.ts';
import { type Fuzzed, fuzzInThread } from './watched-thread.ts';

const { values } = parseArgs({
  options: {
    format: { type: 'string', multiple: true },
    runs: { type: 'string', default: '100000' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
    // one history in so many is recorded, explained and rendered
    whole: { type: 'string', default: '20' },
  },
});
const asked = values.format ?? fuzzedFormats.map(({ name }) => name);
const seed = Number(values.seed);
const lines = [['format', 'inputs', 'refused', 'read', 'with problems', 'recorded', 'slowest', 'peak memory', 'seed']];
const failures: string[] = [];
for (const format of asked) {
  const fuzzed = await fuzzInThread({
    format,
    runs: Number(values.runs),
    seed,
    everyWhole: Number(values.whole),
    // a store is made anew for each few hundred histories: in memory where there is a folder that is
    folder: existsSync('/dev/shm') ? '/dev/shm' : tmpdir(),
  });
  const line = lineOf(fuzzed);
  lines.push(line);
  process.stderr.write(`${line.join(' | ')}\n`);
  if (fuzzed.failure !== null) {
    failures.push(format);
    process.stderr.write(`${format}, seed ${seed}: ${fuzzed.failure}\n`);
  }
}
process.stdout.write(`${lines.map((line) => `| ${line.join(' | ')} |`).join('\n')}\n`);
process.exitCode = failures.length === 0 ? 0 : 1;

function lineOf({ format, figures, peakBytes }: Fuzzed): string[] {
  const counts = ['inputs', 'refused', 'read', 'withProblems', 'recorded'] as const;
  return [
    format,
    ...counts.map((count) => (figures === null ? '?' : String(figures[count]))),
    figures === null ? '?' : `${figures.slowestMs.toFixed(0)} ms`,
    `${Math.ceil(peakBytes / 2 ** 20)} MiB`,
    String(seed),
  ];
}
