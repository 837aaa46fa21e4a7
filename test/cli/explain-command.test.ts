import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { incidentProgram, storedProgram } from './run.ts';

async function observedIncident() {
  const program = await incidentProgram();
  await program.print('record', 'examples/incident/host.log');
  return program;
}

const away = [
  ['die', '2026-09-29T22:46:06+02:00'],
  ['destroy', '2026-09-29T22:46:07+02:00'],
  ['create', '2026-09-29T22:46:08+02:00'],
  ['start', '2026-09-29T22:46:15+02:00'],
]
  .map(([Action, at]) =>
    JSON.stringify({
      Type: 'container',
      Action,
      Actor: {
        Attributes: { 'com.docker.compose.project': 'mesh-store', 'com.docker.compose.service': 'postgres.server' },
      },
      time: Date.parse(at as string) / 1000,
    }),
  )
  .join('\n');

describe('what hosts told', () => {
  test('is recorded once, and told when it is recorded', async () => {
    const program = await incidentProgram();

    const [first, again] = [
      await program.print('record', 'examples/incident/host.log'),
      await program.print('record', 'examples/incident/host.log'),
    ];

    expect(first).toBe(
      'host.log: 80 replacements observed on novox, 2026-09-29 22:46:06 +02:00 to 2026-09-29 22:55:49 +02:00\n',
    );
    expect(again).toContain('80 replacements observed on novox, none of them new');
    expect(JSON.parse(await program.print('record', '--json', 'examples/incident/host.log')).observed).toEqual([
      { source: 'host.log', observations: 80, added: 0, problems: 0 },
    ]);
  });

  test('is matched with the passes that explain it, whatever the window', async () => {
    const { print } = await observedIncident();

    for (const window of [
      ['--since', '1'],
      ['--since', '4', '--until', '4'],
      ['--since', '5', '--until', '5'],
    ]) {
      const { passes } = JSON.parse(await print('diff', '--json', ...window));
      const told = passes.flatMap(({ pass, observed }: { pass: number; observed: object | null }) =>
        observed ? [[pass, observed]] : [],
      );
      for (const [, observed] of told)
        expect(observed).toEqual({ predicted: 40, observed: 40, unexplained: 0, missing: 0 });
      expect(told.length).toBe(window.length === 2 ? 2 : 1);
    }
    const log = JSON.parse(await print('log', '--json'));
    expect(log.passes.map(({ replaced }: { replaced: number }) => replaced)).toEqual([0, 0, 0, 53, 53, 53, 53, 53, 53]);
  });

  test('just before a window belongs to the pass before it', async () => {
    const program = storedProgram();
    for (const number of [1, 2, 3]) {
      const hosts = [`db.internal:192.0.2.${number % 2}`];
      const document = {
        pass: number,
        at: `2026-09-29T18:0${number}:00Z`,
        node: 'g14',
        containers: [{ name: 'api', hosts }],
      };
      writeFileSync(join(program.folder, `${number}.json`), JSON.stringify(document));
    }
    const lines = ['18:02:30', '18:03:05'].map((clock) => `2026-09-29T${clock}Z updated api: replaced\n`);
    writeFileSync(join(program.folder, 'agent.txt'), lines.join(''));
    await program.print('record', '--node', 'g14', program.folder);

    const { passes } = JSON.parse(await program.print('diff', '--since', '3', '--json'));

    expect(passes[0].observed).toEqual({ predicted: 1, observed: 1, unexplained: 0, missing: 0 });
  });

  test('is said with its rate, and how long the control plane was away', async () => {
    const program = await observedIncident();
    const events = join(program.folder, 'events.json');
    writeFileSync(events, away);
    await program.print('record', '--node', 'novox', events);

    const text = await program.print('diff', '--since', '22:40', '--control-plane', 'postgres.server*');

    expect(text).toMatch(/COST +318 replacements.*\n.*\n +predicted 80, observed 80, unexplained 0, missing 0\n/);
    expect(text).toContain('80 observed in 10 minutes, at most 13 a minute (22:48)');
    expect(text).toContain('away once, 9 s in all');
  });

  test('what no pass explains is never dropped', async () => {
    const program = await incidentProgram();
    const log = join(program.folder, 'agent.log');
    writeFileSync(log, '2026-09-29T22:42:00+02:00 updated gitea.server (gitea): replaced\n');
    await program.print('record', '--node', 'novox', log);

    const { passes } = JSON.parse(await program.print('diff', '--since', '3', '--until', '3', '--json'));

    expect(JSON.parse(await program.print('show', '3', '--json')).replacements).toMatchObject({ total: 1 });
    expect(passes[0].replacements).toMatchObject({
      total: 1,
      byCause: { roster: 0, unexplained: 1 },
      containers: [{ node: 'novox', container: 'gitea/gitea.server', causes: ['unexplained'], observed: true }],
    });
  });

  test("a form of one's own is read with --log-pattern, and clock times with --at", async () => {
    const program = await incidentProgram();
    const log = join(program.folder, 'agent.log');
    writeFileSync(log, '22:46:30 swapped gitea/gitea.server\n');

    const text = await program.print(
      ...['record', '--node', 'novox', '--format', 'host-log', '--at', '2026-09-29 23:00'],
      ...['--log-pattern', String.raw`swapped (?P<container>\S+)`, log],
    );

    expect(text).toBe('agent.log: 1 replacement observed on novox, 2026-09-29 22:46:30 +02:00\n');
    expect((await program.run('record', '--format', 'host-log', '--log-pattern', '(', log)).err).toContain(
      'the pattern "(" cannot be read',
    );
  });
});

describe('explain', () => {
  test('ranks findings, says how sure they are, and what is ruled out', async () => {
    const { print } = await observedIncident();

    const explained = JSON.parse(
      await print('explain', '--since', '22:40', '--control-plane', 'postgres.server', '--json'),
    );

    expect(explained).toMatchObject({ format: 'roster-history/explain@1', complete: true });
    expect(explained.findings).toMatchObject([
      {
        kind: 'plan-failed',
        confidence: 'likely',
        owner: 'g14',
        passes: [4, 6, 8],
        returned: [5, 7, 9],
        replacements: 318,
      },
    ]);
    expect(explained.loop).toMatchObject({ selfReinforcing: false, after: { failed: 2, of: 5 } });
    expect(JSON.stringify(explained.ruledOut)).toContain('searxng');
  });

  test('where the failure was reported it is certain', async () => {
    const { print } = await incidentProgram('reported');

    const { findings } = JSON.parse(await print('explain', '--json'));

    expect(findings[0]).toMatchObject({ kind: 'plan-failed', confidence: 'certain', owner: 'g14' });
    expect(JSON.stringify(findings[0])).toContain('plan: store unreachable');
  });

  test('the control plane may stand in a config file', async () => {
    const program = await incidentProgram();
    const config = join(program.folder, 'config.yaml');
    writeFileSync(config, '# the mesh\ncontrolPlane:\n  - postgres.server\n');

    const named = JSON.parse(await program.print('explain', '--json', '--config', config));
    const bare = JSON.parse(await program.print('explain', '--json'));

    expect(named.loop.containers).toMatchObject([{ container: 'mesh-store/postgres.server', node: 'novox' }]);
    expect(bare.loop).toBeNull();
  });

  test.each([
    ['controlPlane: postgres', /config.yaml": line 1: "controlPlane": expected a list of texts/],
    ['\ncontrolplane: []', /config.yaml": line 2: unknown key "controlplane": expected controller, controlPlane, /],
    ['controlPlane: [', /config.yaml": /],
  ])('a config that reads %j is refused with its line', async (text, message) => {
    const program = await incidentProgram();
    const config = join(program.folder, 'config.yaml');
    writeFileSync(config, text);

    const { err, exitCode } = await program.run('explain', '--config', config);

    expect(exitCode).toBe(2);
    expect(err.replace(program.folder, '').replace('"/', '"')).toMatch(message);
  });

  test('a config that is not there is refused', async () => {
    const program = await incidentProgram();

    expect((await program.run('explain', '--config', join(program.folder, 'none.yaml'))).err).toContain(
      'cannot be read: no such file',
    );
  });
});

describe('report', () => {
  test('writes the postmortem to a file, the same bytes each time', async () => {
    const program = await observedIncident();
    const file = join(program.folder, 'postmortem.md');

    await program.print('report', '--since', '22:40', '--output', file);

    const text = readFileSync(file, 'utf8');
    expect(text).toMatch(/^---\nstatus: draft\nopened: "2026-09-29T22:46:02\+02:00"\nlocated-in:\nfixed-by:\n---\n/);
    expect(await program.print('report', '--since', '22:40')).toBe(text);
  });

  test('writes JSON', async () => {
    const { print } = await observedIncident();

    const report = JSON.parse(await print('report', '--format', 'json'));

    expect(report).toMatchObject({ format: 'roster-history/report@1', complete: true });
    expect(report.minutes.map(({ count }: { count: number }) => count)).toEqual([12, 8, 13, 5, 6, 8, 8, 8, 8, 4]);
    expect(JSON.parse(await print('report', '--json'))).toEqual(report);
  });

  test('says of a window without a pass what diff says of it', async () => {
    const { run } = await incidentProgram();

    const { out, err, exitCode } = await run('report', '--since', '23:14');

    expect([err, exitCode]).toEqual(['the last pass recorded is 9, at 2026-09-29 23:11:02 +02:00\n', 0]);
    expect(out.split('\n').slice(-4)).toEqual([
      '# Postmortem: no pass is recorded in this window',
      '',
      'since 23:14 (2026-09-29T23:14:00+02:00) · no pass · Europe/Berlin',
      '',
    ]);
    const json = await run('report', '--since', '23:14', '--json');
    expect([JSON.parse(json.out), json.err]).toMatchObject([{ complete: true, passes: [] }, '']);
  });

  test('refuses a format that is none, a file that cannot be written', async () => {
    const { run } = await incidentProgram();

    expect((await run('report', '--format', 'pdf')).err).toContain('Allowed choices are markdown, json');
    expect((await run('report', '--output', '/nowhere/at/all.md')).err).toContain(
      '--output "/nowhere/at/all.md" cannot be written',
    );
    expect((await storedProgram().run('report')).exitCode).toBe(2);
  });
});
