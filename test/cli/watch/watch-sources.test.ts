import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openForReading, openForRecording } from '../../../src/history/index.ts';
import { curl } from '../../support/curl.ts';
import { filledProgram } from '../../support/pruned-program.ts';
import { run, storedProgram, temporaryFolder } from '../run.ts';

/** `watch` in this process, on a store of its own, with signals that a test gives. */
function watchAtWork(args: readonly string[], store = join(temporaryFolder(), 'history.db')) {
  const listeners = new Map<string, () => void>();
  let printed = '';
  const ended = run(['watch', ...args, '--store', store], {
    env: { TZ: 'UTC', PATH: process.env.PATH },
    now: Date.now,
    write: (text) => {
      printed += text;
    },
    onSignal: (signal, listener) => void listeners.set(signal, listener),
  });
  const lines = () =>
    printed
      .split('\n')
      .slice(1, -1)
      .map((line) => line.replace(/^\d\d:\d\d:\d\d /, ''));
  return {
    ended,
    lines,
    saying: (words: string) => expect.poll(lines, { timeout: 10_000 }).toContainEqual(expect.stringContaining(words)),
    signal: (name: string) => listeners.get(name)?.(),
  };
}

describe('watch', () => {
  test('says what it watches before any pass, and a later one that none was running', async () => {
    const folder = temporaryFolder();
    const [store, file] = [join(folder, 'history.db'), join(folder, 'mesh.json')];
    writeFileSync(file, '{"nodes": []}');
    const watch = watchAtWork([file], store);
    await watch.saying('pass 1');

    watch.signal('SIGTERM');

    expect(await watch.ended).toEqual({ out: '', err: '', exitCode: 0 });
    expect(watch.lines()).toEqual([
      `watching ${file} into ${store}`,
      'pass 1 · the first pass',
      'SIGTERM: finishing what was begun; a second one ends it at once',
    ]);

    const again = watchAtWork([file], store);
    await again.saying('pass 2');
    again.signal('SIGINT');
    await again.ended;
    expect(again.lines()).toEqual([
      expect.stringMatching(/^GAP nothing was recorded for .*: the recorder was not running \(stopped by SIGTERM\)$/),
      `watching ${file} into ${store}`,
      'pass 2 · quiet',
      'SIGINT: finishing what was begun; a second one ends it at once',
    ]);
  });

  test('without a config goes on with what the store has of values that are no secrets', async () => {
    const folder = temporaryFolder();
    const [store, file, config] = ['history.db', 'mesh.json', 'config.yaml'].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ];
    writeFileSync(config, 'secrets: { show: [TZ] }\n');
    const declare = (zone: string) =>
      writeFileSync(file, JSON.stringify({ node: 'ace', containers: [{ name: 'web', env: { TZ: zone } }] }));
    declare('UTC');
    await run(['record', '--config', config, '--store', store, file], { now: () => 0 });
    declare('Europe/Berlin');

    const watch = watchAtWork([file], store);
    await watch.saying('pass 2');
    watch.signal('SIGTERM');
    await watch.ended;

    const shown = await run(['show', '2', '--json', '--store', store]);
    expect(JSON.parse(shown.out)).toMatchObject({
      problems: [],
      nodes: [{ containers: [{ spec: { env: { TZ: 'Europe/Berlin' } } }] }],
    });
  });

  test('beside another one on the same store leaves no gap in what that one recorded', async () => {
    const folder = temporaryFolder();
    const { print, store } = storedProgram();
    const [one, other] = [watchAtWork([`unix:${folder}/a`], store), watchAtWork([`unix:${folder}/b`], store)];
    await one.saying('watching');
    await other.saying('watching');
    const post = (socket: string) =>
      curl(['--unix-socket', `${folder}/${socket}`, '--data-binary', '{"nodes": []}', 'http://r/passes']);
    await post('a');
    await post('b');

    other.signal('SIGTERM');
    await other.ended;
    await post('a');

    const { gaps } = JSON.parse(await print('log', '--json'));
    expect([...one.lines(), ...other.lines()].join('\n')).not.toContain('GAP');
    expect(gaps).toEqual([expect.objectContaining({ kind: 'not-running', pass: 3 })]);
    one.signal('SIGTERM');
    expect((await one.ended).exitCode).toBe(0);
  });

  test('reads its config again, and keeps the one it has where the other is none', async () => {
    const folder = temporaryFolder();
    const [config, socket] = [join(folder, 'config.yaml'), join(folder, 's')];
    writeFileSync(config, `controller: mesh\nsources: ["unix:${socket}"]\nmetrics: 127.0.0.1:0\n`);
    const watch = watchAtWork(['--config', config]);
    await watch.saying('metrics at http://127.0.0.1:');

    watch.signal('SIGHUP');
    await watch.saying('config read again: 1 source goes on');
    writeFileSync(config, `controller: other\nsources: ["unix:${socket}"]\n`);
    watch.signal('SIGHUP');
    await watch.saying('REFUSED config not taken, the one before it stays: the controller cannot change while it runs');
    const posted = await curl(['--unix-socket', socket, '--data-binary', '{"nodes": []}', 'http://r/passes']);
    expect(JSON.parse(posted.body)).toMatchObject({ recorded: [{ kind: 'recorded', controller: 'mesh' }] });

    watch.signal('SIGTERM');
    expect((await watch.ended).exitCode).toBe(0);
  });

  test('prunes what is beyond the limits of the config, as it is now, while it records', async () => {
    const { store } = filledProgram(40);
    const folder = temporaryFolder();
    const [config, socket] = [join(folder, 'config.yaml'), join(folder, 's')];
    const limits = (text: string) =>
      writeFileSync(config, `controller: mesh\nsources: ["unix:${socket}"]\nretention: ${text}\n`);
    const post = async (pass: string) =>
      (await curl(['--unix-socket', socket, '--data-binary', `{"pass": "${pass}", "nodes": []}`, 'http://r/passes']))
        .status;
    limits('false');
    const watch = watchAtWork(['--config', config], store);
    await watch.saying('watching');
    expect(await post('k41')).toBe(201);

    limits('{ keepFor: forever, keepPasses: 25 }');
    watch.signal('SIGHUP');
    await watch.saying('16 passes pruned: the history begins at pass 17; ');

    expect(await post('k42')).toBe(201);
    watch.signal('SIGTERM');
    expect((await watch.ended).exitCode).toBe(0);
    const history = openForReading(store);
    expect([history.findHorizon('mesh')?.firstPass, history.findLatest('mesh')]).toEqual([17, 42]);
    history.close();
  });

  test('prunes what is beyond the limits when it starts', async () => {
    const { store } = filledProgram(40);
    const folder = temporaryFolder();
    const config = join(folder, 'config.yaml');
    writeFileSync(config, `sources: ["unix:${folder}/s"]\nretention: { keepFor: forever, keepPasses: 25 }\n`);
    const watch = watchAtWork(['--config', config], store);

    await watch.saying('15 passes pruned: the history begins at pass 16; ');

    watch.signal('SIGTERM');
    expect((await watch.ended).exitCode).toBe(0);
  });

  test('that cannot start ends with what is to be done, and lets everything go', async () => {
    const folder = temporaryFolder();
    const { run: runWith, store } = storedProgram();

    const ran = await runWith('watch', `unix:${folder}/none/s`, '--metrics', '127.0.0.1:0');

    expect(ran).toMatchObject({ exitCode: 2, err: expect.stringContaining(`hint: mkdir -p ${folder}/none\n`) });
    // nobody holds the store, nor says that it records
    const history = openForRecording(store);
    expect(history.noteStart('watch', null, Date.now())).toMatchObject({ reason: 'it could not start' });
    history.close();
  });

  test('knows what flaps when it starts', async () => {
    const folder = temporaryFolder();
    const { print, store } = storedProgram();
    await print('record', 'examples/incident/swallowed');

    const watch = watchAtWork([`unix:${folder}/s`], store);
    await watch.saying('; 6 names flap now');
    watch.signal('SIGTERM');

    expect((await watch.ended).exitCode).toBe(0);
  });
});
