import { readPass } from '../src/formats/index.ts';
import { openForRecording } from '../src/history/index.ts';
import type { PassDraft } from '../src/roster/index.ts';
import { flap, type PassFiles, smallMesh } from './inputs.ts';
import { type Cost, compare } from './measure.ts';
import type { Row } from './row.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { commandCost, emptyProcessCost } from './whole-process.ts';

const rounds = 15;
const name = 'service-0001.mesh.example';

/** Questions about long histories, each as a whole process against one that does nothing. */
export async function* historyRows(): AsyncGenerator<Row> {
  const [short, long] = [historyOf(10_000), historyOf(100_000)];
  const diff = (store: string, passes: number) => () => commandCost(store, 'diff', '--since', String(passes - 19));
  const row = async (
    work: string,
    atMost: number,
    run: () => Cost,
    against = 'node -e 0',
    baseline = emptyProcessCost,
  ): Promise<Row> => ({ work, against, unit: 'ms', ...(await compare(rounds, run, baseline, 'wall')), atMost });
  yield await row('diff --since over the last 20 of 10,000 passes', 2, diff(short, 10_000));
  yield await row('the same with 100,000 passes', 1.2, diff(long, 100_000), '10,000 passes', diff(short, 10_000));
  yield await row('flaps over all of 10,000 passes', 4, () => commandCost(short, 'flaps'));
  yield await row('name over all of 10,000 passes', 4, () => commandCost(short, 'name', name));
}

/** A store with so many passes of a flap, a minute apart. They are appended many in one transaction, which record does not do. */
function historyOf(passes: number): string {
  const file = `${temporaryFolder()}/history.db`;
  const history = openForRecording(file);
  const story = flap(smallMesh);
  const drafts = [draftOf(story.next().value), draftOf(story.next().value)] as const;
  const start = Date.UTC(2026, 0, 1);
  for (let first = 0; first < passes; first += 1000) {
    history.together(() => {
      for (let pass = first; pass < Math.min(passes, first + 1000); pass += 1) {
        const at = start + pass * 60_000;
        const draft = drafts[pass % 2 === 0 ? 0 : 1];
        history.append({ draft: { ...draft, at }, recordedAt: at, source: 'bench', quietGapMs: 0 });
      }
    });
  }
  history.close();
  return file;
}

function draftOf(files: PassFiles): PassDraft {
  const drafts = Array.from(files, ([, text]) => readPass(text).draft);
  const [first] = drafts as [PassDraft, ...PassDraft[]];
  return { ...first, lone: false, reports: drafts.flatMap(({ reports }) => reports) };
}
