import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { filledProgram, prunedProgram } from '../support/pruned-program.ts';
import { incidentProgram, run, storedProgram, temporaryFolder } from './run.ts';

function parsed(text: string): Record<string, unknown>[] {
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}

describe('export', () => {
  test('of a whole history, imported, answers the same', async () => {
    const program = await incidentProgram();
    const copy = storedProgram();
    const file = join(copy.folder, 'history.ndjson');

    await program.print('export', '--output', file);
    const imported = await copy.print('import', file);

    expect(imported).toContain('passes recorded');
    for (const question of [['log', '--json'], ['diff', '--since', '1', '--json'], ['flaps', '--json'], ['report']])
      expect(await copy.print(...question)).toBe(await program.print(...question));
    expect(await copy.print('export')).toBe(readFileSync(file, 'utf8'));
  });

  test('of a window begins with the pass before it and what stood then', async () => {
    const program = await incidentProgram();
    const copy = storedProgram();
    const file = join(copy.folder, 'window.ndjson');
    const { passes } = JSON.parse(await program.print('log', '--json'));
    const { pass: first } = passes.at(-3);

    await program.print('export', '--since', String(first), '--output', file);
    await copy.print('import', file);

    expect(parsed(readFileSync(file, 'utf8')).filter(({ kind }) => kind === 'pass')).toHaveLength(4);
    const movesOf = async (of: typeof copy, since: string) =>
      JSON.parse(await of.print('diff', '--since', since, '--json')).passes.map(
        ({ moves }: { moves: unknown }) => moves,
      );
    expect(await movesOf(copy, '2')).toEqual(await movesOf(program, String(first)));
  });

  test('of which the oldest passes were pruned says where it begins, with the same words when it is imported', async () => {
    const program = prunedProgram();
    const copy = storedProgram();
    const file = join(copy.folder, 'history.ndjson');

    await program.print('export', '--output', file);
    await copy.print('import', file);

    expect(parsed(readFileSync(file, 'utf8'))[1]).toEqual({
      kind: 'horizon',
      controller: 'mesh',
      firstPass: 6,
      removed: 5,
      fromPass: 1,
      fromAt: '2026-09-29T20:31:00.000Z',
      untilPass: 5,
      prunedAt: '2026-09-29T21:00:00.000Z',
      reason: 'passes',
      bound: 25,
    });
    const questions = [['diff', '--since', '22:00'], ['diff', '--since', '3'], ['show', '22:33'], ['log'], ['verify']];
    for (const question of questions) {
      const told = await copy.run(...question);
      expect({ ...told, out: told.out.replaceAll(copy.store, 'STORE') }).toEqual({
        ...(await program.run(...question)),
        out: (await program.run(...question)).out.replaceAll(program.store, 'STORE'),
      });
    }
    expect((await copy.run('diff', '--since', '22:00')).out).toContain('the history begins at pass 6');
    expect(await copy.print('export')).toBe(readFileSync(file, 'utf8'));
  });

  test('of a window that begins later says nothing of what was pruned', async () => {
    const program = prunedProgram();

    expect(await program.print('export', '--since', '8')).not.toContain('"kind":"horizon"');
    expect(await program.print('export', '--since', '7')).toContain('"kind":"horizon"');
    expect(await program.print('export', '--since', '22:00', '--until', '8')).toContain('"kind":"horizon"');
  });

  test('of which the oldest passes were pruned is imported after other passes with a note', async () => {
    const program = prunedProgram();
    const copy = filledProgram(2);
    const file = join(copy.folder, 'history.ndjson');
    await program.print('export', '--output', file);

    const said = await copy.print('import', file);

    expect(said).toContain(
      `passes of "mesh" before pass 6 of the export were pruned: "${copy.store}" holds passes already, and does not say so`,
    );
    expect(await copy.print('verify')).toBe(`${copy.store}: whole\n`);
  });

  test('begins with a line that says what follows, and holds no clock of its own', async () => {
    const program = await incidentProgram();

    const [header] = parsed(await program.print('export'));

    expect(header).toEqual({
      format: 'roster-history/export@1',
      controllers: [expect.any(String)],
      passes: expect.any(Number),
      window: null,
      settings: { 'digest-key': expect.stringMatching(/^[0-9a-f]{32}$/), 'shown-keys': '[]' },
    });
    expect(await program.print('export', '--output', '-')).toBe(await program.print('export'));
  });

  test('writes a file of its own, 0600, packed where its name says so', async () => {
    const program = await incidentProgram();
    const file = join(program.folder, 'history.ndjson.gz');

    await program.print('export', '--output', file);

    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(gunzipSync(readFileSync(file)).toString()).toBe(await program.print('export'));
    expect(readdirSync(program.folder).filter((name) => name.startsWith('history.ndjson'))).toEqual([
      'history.ndjson.gz',
    ]);
  });

  test('writes over a file only where that is asked for', async () => {
    const program = await incidentProgram();
    const file = join(program.folder, 'history.ndjson');
    writeFileSync(file, 'mine');

    const { err, exitCode } = await program.run('export', '--output', file);

    expect(exitCode).toBe(2);
    expect(err).toBe(
      `roster-history: --output "${file}" is there already: expected a new file\nhint: --force writes over it: --output ${file} --force\n`,
    );
    expect(readFileSync(file, 'utf8')).toBe('mine');
    await program.print('export', '--output', file, '--force');
    expect(readFileSync(file, 'utf8')).toBe(await program.print('export'));
  });

  test('of several controllers holds them all, or the one that is named', async () => {
    const program = storedProgram();
    const input = join(program.folder, 'pass.json');
    for (const controller of ['edge', 'mesh']) {
      writeFileSync(input, JSON.stringify({ controller, pass: 1, nodes: [] }));
      await program.print('record', input);
    }

    const all = parsed(await program.print('export'));
    const one = parsed(await program.print('export', '--controller', 'edge'));

    expect(all[0]).toMatchObject({ controllers: ['edge', 'mesh'], passes: 2 });
    expect(one[0]).toMatchObject({ controllers: ['edge'], passes: 1 });
  });

  test('refuses what it cannot do with what was expected', async () => {
    const program = await incidentProgram();
    const folder = temporaryFolder();

    expect((await program.run('export', '--until', '2001-01-01')).err).toBe(
      'roster-history: no pass in this window: nothing to export\nhint: roster-history log shows the passes\n',
    );
    expect((await program.run('export', '--output', folder)).err).toBe(
      `roster-history: --output "${folder}" is a folder: expected a file\nhint: --output ${folder}/history.ndjson\n`,
    );
    expect((await program.run('export', '--output', '/nonexistent/x')).err).toBe(
      'roster-history: --output "/nonexistent/x" cannot be written: no such file or directory\nhint: --output history.ndjson\n',
    );
    expect((await run(['export', '--store', '/nonexistent/history.db'])).exitCode).toBe(2);
  });
});
