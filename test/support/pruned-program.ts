import { openForRecording } from '../../src/history/index.ts';
import { storedProgram } from '../cli/run.ts';
import { passDraft, planned } from '../roster/builders.ts';
import { pruneStore, unlimited } from './prune-store.ts';

/** The instant of the last pass; the program is asked a quarter of an hour later. */
export const lastAt = Date.parse('2026-09-29T23:00:00+02:00');
const minute = 60_000;

/**
 * Fills a store with so many passes of the controller `mesh`, a minute apart, the last at 23:00 in Berlin. A name is at
 * another address in each; the container of ace has it among its hosts.
 */
function fill(store: string, passes: number): void {
  const history = openForRecording(store);
  history.together(() => {
    for (let pass = 1; pass <= passes; pass += 1) {
      const at = lastAt - (passes - pass) * minute;
      const hosts = ['keep.internal:192.0.2.1', `step.internal:192.0.2.${10 + pass}`];
      const reports = [planned('ace', { containers: [{ id: 'mesh/web', hosts }] })];
      const draft = passDraft({ controller: 'mesh', key: `k${pass}`, at, roster: hosts, reports });
      history.append({ draft, recordedAt: at, source: 'test', quietGapMs: 0 });
    }
  });
  history.close();
}

/** A program with a store of so many passes. */
export function filledProgram(passes: number, given: Parameters<typeof storedProgram>[0] = {}) {
  const program = storedProgram(given);
  fill(program.store, passes);
  return program;
}

/** Makes a store of thirty passes of which the first five are pruned. */
export function makePrunedStore(store: string): void {
  fill(store, 30);
  pruneStore(store, { limits: { ...unlimited, keepPasses: 25 }, now: lastAt });
}

/** A program with such a store. */
export function prunedProgram(given: Parameters<typeof storedProgram>[0] = {}) {
  const program = storedProgram(given);
  makePrunedStore(program.store);
  return program;
}
