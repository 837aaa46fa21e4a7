import { spawnSync } from 'node:child_process';
import { performance } from 'node:perf_hooks';
import { readPass } from '../src/formats/index.ts';
import { openForRecording } from '../src/history/index.ts';
import type { PassDraft } from '../src/roster/index.ts';
import { flap, type PassFiles, smallMesh } from './inputs.ts';
import { type Cost, compare } from './measure.ts';
import type { Row } from './row.ts';
import { temporaryFolder } from './workshop.ts';

const rounds = 15;
const name = 'service-0001.mesh.example';

/** Questions about long histories, each as a whole process against one that does nothing. */
export function* historyRows(): Generator<Row> {
  const [short, long] = [historyOf(10_000), historyOf(100_000)];
  const since = (passes: number) => String(passes - 19);
  const nothing = () => processCost(['-e', '0']);
  const diff = (store: string, passes: number) => () => commandCost(store, 'diff', '--since', since(passes));
  const row = (work: string, against: string, atMost: number, run: () => Cost, baseline: () => Cost): Row => ({
    work,
    against,
    unit: 'ms',
    ...compare(rounds, run, baseline, 'wall'),
    atMost,
  });
  yield row('diff --since over the last 20 of 10,000 passes', 'node -e 0', 2, diff(short, 10_000), nothing);
  yield row('the same with 100,000 passes', '10,000 passes', 1.2, diff(long, 100_000), diff(short, 10_000));
  yield row('flaps over all of 10,000 passes', 'node -e 0', 4, () => commandCost(short, 'flaps'), nothing);
  yield row('name over all of 10,000 passes', 'node -e 0', 4, () => commandCost(short, 'name', name), nothing);
}

/** A store with so many passes of a flap, a minute apart. They are appended many in one transaction, which record does not do. */
export function historyOf(passes: number): string {
  const file = `${temporaryFolder()}/history.db`;
  const history = openForRecording(file);
  const story = flap(smallMesh);
  const drafts = [draftOf(story.next().value as PassFiles), draftOf(story.next().value as PassFiles)] as const;
  const start = Date.UTC(2026, 0, 1);
  for (let first = 0; first < passes; first += 1000) {
    history.together(() => {
      for (let pass = first; pass < Math.min(passes, first + 1000); pass += 1) {
        const at = start + pass * 60_000;
        const draft = drafts[pass % 2] as PassDraft;
        history.append({ draft: { ...draft, at }, recordedAt: at, source: 'bench', quietGapMs: 0 });
      }
    });
  }
  history.close();
  return file;
}

function draftOf(files: PassFiles): PassDraft {
  const drafts = [...files.values()].map((text) => readPass(text).draft);
  const [first] = drafts as [PassDraft, ...PassDraft[]];
  return { ...first, lone: false, reports: drafts.flatMap(({ reports }) => reports) };
}

function commandCost(store: string, ...args: string[]): Cost {
  return processCost(['dist/main.cjs', '--store', store, ...args]);
}

/** The cost of one whole process. Throws where it fails. */
export function processCost(args: readonly string[]): Cost {
  const start = performance.now();
  const { status, stderr } = spawnSync(process.execPath, args, {
    encoding: 'utf8',
    env: { ...process.env, TZ: 'UTC' },
  });
  const wall = performance.now() - start;
  if (status !== 0) throw new Error(`node ${args.join(' ')}: exit ${status}: ${stderr}`);
  return { wall, cpu: Number.NaN };
}
