import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { exitCodes } from '../../src/cli/exit-code.ts';
import { storePath } from '../../src/cli/store-path.ts';
import { incidentProgram, run, storedProgram, temporaryFolder } from './run.ts';

const commands = ['record', 'log', 'show', 'diff', 'name', 'flaps', 'explain', 'report', 'verify'];

describe('help', () => {
  test('lists every command and the exit codes', async () => {
    const { out, exitCode } = await run(['--help']);

    expect(exitCode).toBe(0);
    for (const command of commands) expect(out).toMatch(new RegExp(`^  ${command}\\b`, 'm'));
    for (const [code, meaning] of Object.entries(exitCodes)) expect(out).toContain(`${code.padStart(2)}  ${meaning}`);
  });

  test.each(commands)('%s has an example that begins with the program', async (command) => {
    const { out } = await run([command, '--help']);

    expect(out).toMatch(new RegExp(`Examples?:\\n(.*\\n)*?.*roster-history ${command}`));
    expect(out).toContain('--store <FILE>');
  });

  test('fits 80 columns', async () => {
    for (const command of ['', ...commands]) {
      const { out } = await run([...(command ? [command] : []), '--help'], { width: 80 });

      const wide = out.split('\n').filter((line) => line.length > 80);

      expect(wide).toEqual([]);
    }
  });

  test('README and --help have the same table of exit codes', () => {
    const readme = readFileSync('README.md', 'utf8');

    for (const [code, meaning] of Object.entries(exitCodes)) expect(readme).toContain(`| ${code} | ${meaning} |`);
  });
});

describe('a mistyped word', () => {
  test.each([
    [['dif'], "unknown command 'dif'\n(Did you mean diff?)"],
    [['diff', '--sinse', '1'], "unknown option '--sinse'\n(Did you mean --since?)"],
    [['record', '--nod', 'a', 'x'], "unknown option '--nod'\n(Did you mean --node?)"],
  ])('%j gets a suggestion', async (args, message) => {
    const { err, exitCode } = await run(args);

    expect(exitCode).toBe(2);
    expect(err).toContain(`roster-history: ${message}`);
    expect(err).toContain('hint: roster-history');
  });
});

describe('the store', () => {
  const env = {};

  test("is the one named, else that of the environment, else root's, else the user's own", () => {
    const user = { isRoot: false, home: '/home/me' };

    expect(storePath('a.db', { env: { ROSTER_HISTORY_STORE: 'b.db' }, ...user })).toBe('a.db');
    expect(storePath(undefined, { env: { ROSTER_HISTORY_STORE: 'b.db' }, ...user })).toBe('b.db');
    expect(storePath(undefined, { env, isRoot: true, home: '/root' })).toBe('/var/lib/roster-history/history.db');
    expect(storePath(undefined, { env: { XDG_STATE_HOME: '/state' }, ...user })).toBe(
      '/state/roster-history/history.db',
    );
    expect(storePath(undefined, { env, ...user })).toBe('/home/me/.local/state/roster-history/history.db');
  });

  test('that is not there is said so, with what makes one', async () => {
    const store = join(temporaryFolder(), 'none.db');

    expect(await run(['log', '--store', store])).toEqual({
      out: '',
      err: `roster-history: no store at "${store}": nothing was recorded there yet\nhint: roster-history record --store ${store} FILE\n`,
      exitCode: 2,
    });
  });

  test('that holds several controllers asks which one', async () => {
    const { folder, store, run: ask, print } = storedProgram();
    for (const controller of ['east', 'west']) {
      writeFileSync(join(folder, `${controller}.json`), JSON.stringify({ controller, roster: { a: '192.0.2.1' } }));
    }
    await print('record', folder);

    const { err, exitCode } = await ask('log');

    expect(exitCode).toBe(2);
    expect(err).toBe('roster-history: the store holds 2 controllers: "east", "west"\nhint: --controller east\n');
    expect(
      JSON.parse((await run(['log', '--store', store, '--controller', 'west', '--json'])).out).passes,
    ).toHaveLength(1);
  });
});

describe('verify', () => {
  test('says that a store is whole', async () => {
    const { run: ask, store } = await incidentProgram();

    expect(await ask('verify')).toEqual({ out: `${store}: whole\n`, err: '', exitCode: 0 });
    expect(JSON.parse((await ask('verify', '--json')).out)).toMatchObject({
      format: 'roster-history/verify@1',
      findings: [],
    });
  });

  test('exits with 3 and a list when something is damaged', async () => {
    const { run: ask, store } = await incidentProgram();
    const database = new Database(store);
    database.exec('DROP TRIGGER passes_stay; UPDATE passes SET trigger = \'"never"\' WHERE pass = 4');
    database.close();

    const { out, exitCode } = await ask('verify');

    expect(exitCode).toBe(3);
    expect(out).toContain('pass 4');
  });
});

describe('log', () => {
  test('has a line for each pass, and fits the width', async () => {
    const { print } = await incidentProgram('swallowed', { width: 80 });

    const lines = (await print('log')).trimEnd().split('\n');

    expect(lines.slice(2, 7)).toEqual([
      'PASS  TIME                 NODES  MOVED  REPLACED  TRIGGER                 NOTES',
      '   1  2026-09-29 22:31:02      4      –         –  timer                   first',
      '   2  2026-09-29 22:36:02      4      –         –  domain add ace ace.ex…',
      '   3  2026-09-29 22:41:02      4      –         –  assign ace searxng',
      '   4  2026-09-29 22:46:02      4      6        53  timer',
    ]);
    expect(lines.every((line) => line.length <= 80)).toBe(true);
  });

  test('--limit keeps the last passes, and says that earlier ones are left out', async () => {
    const { print } = await incidentProgram();

    const text = await print('log', '--limit', '2', '--since', '22:40');

    expect(text).toContain('2 passes · earlier ones left out');
    expect(text.match(/^ +\d /gm)).toHaveLength(2);
  });

  test('--json is the contract', async () => {
    const { print } = await incidentProgram('reported');

    const log = JSON.parse(await print('log', '--json', '--since', '22:46', '--until', '22:47'));

    expect(log).toEqual({
      format: 'roster-history/log@1',
      complete: true,
      gaps: [],
      passes: [
        {
          pass: 4,
          key: '4',
          at: '2026-09-29T22:46:02+02:00',
          recordedAt: '2026-09-29T23:15:00+02:00',
          trigger: 'timer',
          nodes: 4,
          moved: 6,
          replaced: 47,
          outcome: 'planned',
          problems: 0,
        },
      ],
    });
  });

  test('--node shows the passes in which it reported, and what happened there', async () => {
    const { print, run: ask } = await incidentProgram();

    const { passes } = JSON.parse(await print('log', '--node', 'shanks', '--since', '22:46', '--json'));

    expect(passes.map(({ replaced }: { replaced: number }) => replaced)).toEqual([3, 3, 3, 3, 3, 3]);
    expect((await ask('log', '--limit', 'many')).err).toContain('--limit "many" is no count');
  });
});

describe('show', () => {
  test('shows one pass whole', async () => {
    const { print } = await incidentProgram('reported');

    const text = await print('show', '22:46:30');

    expect(text).toMatch(/^pass 4 · 2026-09-29 22:46:02 \+02:00 · Europe\/Berlin\n/);
    expect(text).toMatch(/g14 +192\.0\.2\.2 +failed +6 +25 +0 +plan: store unreachable/);
    expect(text).toContain('the roster: 19 names');
    expect(text).toContain('! g14 failed: plan: store unreachable');
  });

  test('shows the declaration of a container, its secrets as digests', async () => {
    const { print } = await incidentProgram();

    const text = await print('show', '--container', 'postgres*');

    expect(text).toContain('postgres.server (mesh-store) on novox');
    expect(text).toContain('  forge.g14.example:192.0.2.2');
    expect(text).toMatch(/"POSTGRES_PASSWORD": "hmac:[0-9a-f]{32}"/);
    expect(await print('show', '--container', 'nothing*')).toContain('no such container in this pass');
  });

  test('--json holds the roster and the declarations', async () => {
    const { print } = await incidentProgram();

    const shown = JSON.parse(await print('show', 'latest', '--json', '--node', 'shanks'));

    expect(shown.format).toBe('roster-history/show@1');
    expect(shown.roster.names).toHaveLength(25);
    expect(shown.nodes.map(({ node }: { node: string }) => node)).toEqual(['shanks']);
    expect(shown.nodes[0].containers[0].hosts).toHaveLength(25);
  });
});

describe('name', () => {
  test('lists every move of a name', async () => {
    const { print } = await incidentProgram();

    const text = await print('name', 'Forge.g14.example.');

    expect(text).toContain('NOW    forge.g14.example 192.0.2.2 in the roster, ace, g14, novox and shanks');
    expect(text).toContain('MOVED  6 times in 6 passes');
    expect(text.match(/^ +[−+] forge/gm)).toHaveLength(6);
  });

  test('--json lists them for programs, with a pattern for several', async () => {
    const { print } = await incidentProgram();

    const { moves, now, format } = JSON.parse(await print('name', '*.g14.example', '--since', '23:00', '--json'));

    expect(format).toBe('roster-history/name@1');
    expect(moves).toHaveLength(18);
    expect(moves[0]).toMatchObject({ pass: 7, kind: 'added', owner: 'g14', reason: 'new' });
    expect(now).toHaveLength(30);
  });

  test('a name that never was is an error with the nearest one', async () => {
    const { run: ask } = await incidentProgram();

    expect(await ask('name', 'forge.g14.exampl')).toMatchObject({
      exitCode: 2,
      err: 'roster-history: no name "forge.g14.exampl" in all passes: did you mean "forge.g14.example"?\nhint: roster-history name forge.g14.example\n',
    });
    expect((await ask('name', 'searxng.ace.example')).exitCode).toBe(2);
  });

  test('a window without a pass says so, and when the name was last seen', async () => {
    const { run: ask } = await incidentProgram();

    expect(await ask('name', 'forge.g14.example', '--since', '23:14')).toEqual({
      exitCode: 0,
      out:
        'forge.g14.example · since 23:14 (2026-09-29T23:14:00+02:00) · no pass · Europe/Berlin\n\n' +
        'SEEN  last in pass 9, 2026-09-29 23:11:02 +02:00\n',
      err: 'the last pass recorded is 9, at 2026-09-29 23:11:02 +02:00\n',
    });
    const { out, err } = await ask('name', 'forge.g14.example', '--since', '23:14', '--json');
    expect([JSON.parse(out), err]).toMatchObject([{ complete: true, gaps: [], now: [], moves: [] }, '']);
    expect((await ask('name', 'nowhere.example', '--since', '23:14')).err).toContain(
      'no name "nowhere.example" in any pass',
    );
  });

  test('a window whose passes lack the name says when it was last seen', async () => {
    const { folder, print, run: ask } = storedProgram();
    for (const [index, roster] of [{ db: '192.0.2.1' }, {}, {}].entries()) {
      const at = `2026-09-29T22:0${index}:00+02:00`;
      const file = join(folder, `${index}.json`);
      writeFileSync(file, JSON.stringify({ at, roster: { ...roster, git: '192.0.2.3' }, nodes: [] }));
      await print('record', file);
    }

    expect(await ask('name', 'db', '--since', '3')).toEqual({
      exitCode: 2,
      out: '',
      err: 'roster-history: no name "db" in since 3: it was last seen in pass 1, 2026-09-29 22:00:00 +02:00\nhint: roster-history name db\n',
    });
  });

  test('a name that never moved says so', async () => {
    const { print } = await incidentProgram();

    expect(await print('name', 'git.novox.example')).toContain('MOVED  never');
  });
});
