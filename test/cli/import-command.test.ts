import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { fixtureRepository, gitEnvironment } from '../recorder/import/git-fixture.ts';
import { storedProgram } from './run.ts';

function program(given: Parameters<typeof storedProgram>[0] = {}) {
  const one = storedProgram({ env: { ...gitEnvironment, TZ: 'Europe/Berlin' }, ...given });
  return {
    ...one,
    write(name: string, content: string): string {
      const file = join(one.folder, name);
      writeFileSync(file, content);
      return file;
    },
  };
}

function repository(): string {
  const declared = (address: string) => ({
    node: 'ace',
    containers: [{ name: 'web', hosts: [`db.internal:${address}`] }],
  });
  return fixtureRepository([
    { subject: 'first', files: { 'nodes/ace.json': declared('192.0.2.1') } },
    { subject: 'db moves\u001b[2J', files: { 'nodes/ace.json': declared('192.0.2.2') } },
    { subject: 'db returns', files: { 'nodes/ace.json': declared('192.0.2.1') } },
  ]);
}

const lines = [
  { at: '2026-03-01T10:00:00Z', hosts: '192.0.2.1 db.internal' },
  { at: '2026-03-01T11:00:00Z', hosts: '192.0.2.2 db.internal' },
]
  .map((line) => `${JSON.stringify(line)}\n`)
  .join('');

describe('import', () => {
  test('of a repository says what it recorded and what to ask next; log shows the subjects', async () => {
    const { store, print } = program();
    const folder = repository();

    const out = await print('import', `git:${folder}`, 'nodes/');

    expect(out).toBe(
      [
        `git:${folder} nodes/: 3 passes recorded, in 0.0 s`,
        'passes 1 to 3',
        'from 2026-03-01 11:00:00 +01:00 to 2026-03-01 11:10:00 +01:00',
        `next: roster-history --store ${store} flaps --since 1`,
        '',
      ].join('\n'),
    );
    const log = await print('log');
    expect(log).toContain('{"subject":"first","author":"controller","commit":"');
    expect(log).not.toContain('\u001b');
    expect(await print('flaps', '--since', '1')).toContain('db.internal');
  });

  test('of a branch and of a range takes their commits', async () => {
    const folder = repository();

    const branch = await program().print('import', `git:${folder}`, '--branch', 'main', 'nodes');
    const range = await program().print('import', `git:${folder}`, '--rev', 'main~1..main', 'nodes');

    expect(branch).toContain('3 passes recorded');
    expect(range).toContain('1 pass recorded');
  });

  test('of lines reads wall times in the zone that is asked for', async () => {
    const { write, print } = program();
    const file = write('a.ndjson', '{"at": "2026-03-01 10:00", "hosts": "192.0.2.1 db.internal"}\n');

    const out = await print('import', '--tz', 'America/New_York', file);

    expect(out).toContain('from 2026-03-01 10:00:00 -05:00');
  });

  test('exits with 2 where a line cannot be read, and keeps the others', async () => {
    const { write, run } = program();
    const file = write('a.ndjson', `${lines}{"at": `);

    const { out, err, exitCode } = await run('import', file);

    expect(exitCode).toBe(2);
    expect(out).toContain(`${file}: 2 passes recorded, 1 could not be read, in 0.0 s`);
    expect(err).toBe(
      `roster-history: ${file}:3: the text ends in the middle of the line: it is half written or cut off\n` +
        'hint: import it again when it is whole: what is known is not recorded twice\n',
    );
  });

  test('tells of the first of many faults, and how many more there are', async () => {
    const { write, run } = program();

    const { err } = await run('import', write('a.ndjson', 'x\n'.repeat(25)));

    expect(err.match(/not valid JSON/g)).toHaveLength(20);
    expect(err).toContain('roster-history: and 5 more that could not be read\n');
  });

  test('of a folder names the snapshots whose names hold no time', async () => {
    const { folder, print } = program();
    mkdirSync(join(folder, 'kept'));
    writeFileSync(join(folder, 'kept', 'roster.hosts'), '192.0.2.1 db.internal\n');

    const out = await print('import', join(folder, 'kept'));

    expect(out).toContain(
      'note: no time in the name of "roster.hosts": the time of the last change of the file is taken',
    );
  });

  test('--json says the same for programs', async () => {
    const { store, write, print } = program();
    const file = write('a.ndjson', lines);

    expect(JSON.parse(await print('import', '--json', file))).toEqual({
      format: 'roster-history/import@1',
      source: file,
      complete: true,
      passes: { recorded: 2, joined: 0, known: 0, first: 1, last: 2 },
      since: '2026-03-01T11:00:00+01:00',
      until: '2026-03-01T12:00:00+01:00',
      controllers: ['default'],
      observations: 0,
      gaps: 0,
      unreadable: 0,
      faults: [],
      notes: [],
      elapsedMs: 0,
      next: `roster-history --store ${store} flaps --since 1`,
    });
  });

  test('that is interrupted keeps what it has, and the same again goes on', async () => {
    let interrupt = () => {};
    const { write, run } = program({
      onSignal: (_, listener) => {
        interrupt = listener;
      },
      // asked for once a pass
      now: () => {
        interrupt();
        return Date.parse('2026-09-29T21:15:00Z');
      },
    });
    const many = Array.from({ length: 2000 }, (_, index) => ({
      at: 1_772_359_200 + index,
      hosts: '192.0.2.1 db.internal',
    }));
    const file = write('a.ndjson', many.map((line) => `${JSON.stringify(line)}\n`).join(''));

    const { out, err, exitCode } = await run('import', file);

    expect(exitCode).toBe(2);
    expect(out).toMatch(/: \d{1,3} passes? recorded/);
    expect(err).toBe(
      'roster-history: interrupted: what was recorded stays\nhint: the same command goes on from there\n',
    );
  });

  test('shows how far it is on a terminal, and nowhere else', async () => {
    const { write, run } = program({ errorIsTerminal: true });
    const quiet = program();

    expect((await run('import', write('a.ndjson', lines))).err).toContain('importing [');
    expect((await quiet.run('import', quiet.write('a.ndjson', lines))).err).toBe('');
  });

  test.each<[string[], string, string]>([
    [
      ['git:.'],
      'no path in the repository: expected the files, folders or globs of declarations',
      'roster-history import git:. nodes/',
    ],
    [
      ['git:git@forge.example:mesh.git', 'nodes'],
      '"git@forge.example:mesh.git" is not on this machine: expected the folder of a clone',
      'git clone --bare git@forge.example:mesh.git mesh.git',
    ],
    [
      ['git:.', '--rev=--output=x', 'nodes'],
      '--rev "--output=x" is no line of commits: expected a branch, a tag, a commit or A..B',
      '--rev main',
    ],
    [
      ['git:.', '--rev', 'a...b', 'nodes'],
      '--rev "a...b" is no line of commits: expected a branch, a tag, a commit or A..B',
      '--rev main',
    ],
    [
      ['git:.', '--rev', 'a', '--branch', 'b', 'nodes'],
      '--rev and --branch are given: expected one of them',
      '--rev a',
    ],
    [
      ['--rev', 'main', 'kept'],
      '--rev and --branch are of a git repository: found another source',
      'roster-history import git:kept --rev main PATH',
    ],
    [
      ['nosuch'],
      '"nosuch" is no file and no folder: expected history that exists already',
      'roster-history import --help',
    ],
    [
      ['--node', '', 'x'],
      '"x" is no file and no folder: expected history that exists already',
      'roster-history import --help',
    ],
    [['--node', '', '-'], '--node is empty: expected the name of a node', '--node novox'],
  ])('refuses %j with what was expected', async (args, message, hint) => {
    const { run } = program();

    expect(await run('import', ...args)).toEqual({
      out: '',
      err: `roster-history: ${message}\nhint: ${hint}\n`,
      exitCode: 2,
    });
  });

  test('says where git is not installed', async () => {
    const { folder, run } = program({ env: { PATH: '/nonexistent', TZ: 'UTC' } });

    const { err, exitCode } = await run('import', `git:${folder}`, '.');

    expect(exitCode).toBe(2);
    expect(err).toBe(
      'roster-history: git cannot be run: found no program "git" in PATH\nhint: install git: apt-get install git\n',
    );
  });
});
