import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Surroundings } from '../../src/cli/surroundings.ts';
import { incidentProgram } from '../cli/run.ts';
import { tokenCounts } from './hostile.ts';

beforeAll(() => {
  vi.stubEnv('TZ', 'UTC');
});
afterAll(() => {
  vi.unstubAllEnvs();
});

/** The evening with what the hub's host agent wrote. */
async function observedIncident(given: Partial<Surroundings> = {}) {
  const program = await incidentProgram('swallowed', given);
  await program.print('record', 'examples/incident/host.log');
  return program;
}

const evening = ['--since', '2026-09-29 22:40', '--tz', 'Europe/Berlin'];
const controlPlane = ['--control-plane', 'postgres.server', '--control-plane', 'distribution.store'];

test.each([
  ['explain.txt', ['explain', ...evening, ...controlPlane]],
  ['flaps.txt', ['flaps', ...evening]],
  ['report.md', ['report', ...evening, ...controlPlane]],
])('%s of the incident reads the same', async (file, args) => {
  const program = await observedIncident({ width: 80 });

  await expect(await program.print(...args)).toMatchFileSnapshot(`../golden/incident-swallowed.${file}`);
});

test('every command of the postmortem runs as it stands there', async () => {
  const program = await observedIncident();
  const report = await program.print('report', ...evening, ...controlPlane);
  const commands = [...report.matchAll(/^roster-history (.*)$/gm)].map(([, args]) => (args as string).split(' '));

  expect(commands).toHaveLength(8);
  for (const args of commands) expect([args, (await program.run(...args)).exitCode]).toEqual([args, 0]);
});

test('the postmortem is the document that a Markdown parser shall read', async () => {
  const program = await observedIncident();
  const report = await program.print('report', ...evening, ...controlPlane);

  const { heading_open, table_open, fence, html_block, html_inline, link_open } = tokenCounts(
    report.replace(/^---[\s\S]*?\n---\n/, ''),
  );

  expect({ heading_open, table_open, fence, html_block, html_inline, link_open }).toEqual({
    heading_open: 14,
    table_open: 5,
    fence: 8,
  });
});
