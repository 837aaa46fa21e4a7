import { runProgram } from './program.ts';
import type { Rack } from './torture.ts';

/** A pass as `log --json` tells of it. */
export interface LoggedPass {
  readonly pass: number;
  readonly key: string;
  readonly nodes: number;
}

/** The passes of a store, as a reader sees them now. Throws where they cannot be read. */
export async function loggedPasses(store: string, controller = 'mesh'): Promise<LoggedPass[]> {
  const ran = await runProgram(['--store', store, '--controller', controller, 'log', '--limit', '0', '--json']);
  if (ran.code !== 0) throw new Error(`log ended with ${ran.code}: ${ran.err}`);
  return (JSON.parse(ran.out) as { passes: LoggedPass[] }).passes;
}

/**
 * Expects that every acknowledged pass is there, each pass once and whole, and that `verify` finds nothing. Gives how many
 * passes there are.
 */
export async function expectStored(
  rack: Rack,
  store: string,
  acknowledged: ReadonlySet<string>,
  when: string,
  controller = 'mesh',
): Promise<number> {
  const [passes] = await Promise.all([loggedPasses(store, controller), expectClean(rack, store, when)]);
  const counts = new Map<string, number>();
  for (const { key } of passes) counts.set(key, (counts.get(key) ?? 0) + 1);
  const lost = [...acknowledged].filter((key) => !counts.has(key));
  const twice = [...counts].filter(([, count]) => count > 1).map(([key]) => key);
  const torn = passes.filter(({ nodes }) => nodes !== 2).map(({ key }) => key);
  rack.expect(lost.length === 0, `${when}: ${lost.length} acknowledged passes are lost, such as ${lost[0]}`);
  rack.expect(twice.length === 0, `${when}: ${twice.length} passes are there twice, such as ${twice[0]}`);
  rack.expect(torn.length === 0, `${when}: ${torn.length} passes are not whole, such as ${torn[0]}`);
  return passes.length;
}

/** Expects that `verify` finds nothing. */
export async function expectClean(rack: Rack, store: string, when: string): Promise<void> {
  const { code, out, err } = await runProgram(['--store', store, 'verify']);
  rack.expect(code === 0, `${when}: verify ended with ${code}: ${out}${err}`);
}
