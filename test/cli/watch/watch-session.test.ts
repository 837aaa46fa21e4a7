import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { StoreError } from '../../../src/history/index.ts';
import { openTestServer } from '../../support/http-server.ts';
import { sessionAtWork } from './session-at-work.ts';

const incident = 'examples/incident/swallowed';
const evening = ['1-2231', '2-2236', '3-2241', '4-2246', '5-2251', '6-2256', '7-2301', '8-2306', '9-2311'];
const refused = 'connect ECONNREFUSED 192.0.2.3:443';

/** The evening as it was watched: each pass a second after its time, a source that was away, and four words of others. */
async function watchedEvening(given: Parameters<typeof sessionAtWork>[0]): Promise<string> {
  const { session, clock, tell, write, printed } = await sessionAtWork(given);
  session.begin();
  for (const [index, name] of evening.entries()) {
    const [, hours, minutes] = /-(\d\d)(\d\d)$/.exec(name) as unknown as [string, string, string];
    clock.now = Date.parse(`2026-09-29T${hours}:${minutes}:03+02:00`);
    tell(`${incident}/${name}.json`);
    if (index === 2) session.tell({ kind: 'away', source: 'https://mesh.example/roster.json', reason: refused });
    if (index === 7) session.tell({ kind: 'back', source: 'https://mesh.example/roster.json', awayMs: 1_502_000 });
  }
  const hostile = {
    pass: '10\u001b[2J',
    trigger: 'assign \u202eace\nsearxng',
    roster: { 'x\u009b2J.example': '192.0.2.9' },
  };
  tell(
    write('hostile.json', {
      controller: 'mesh',
      ...hostile,
      nodes: [{ node: 'g14', outcome: 'failed', error: 'a\r\u001b[1Ab' }],
    }),
  );
  tell('examples/incident/host.log');
  for (let quiet = 11; quiet < 17; quiet += 1) {
    clock.now += 5 * 60_000 + (quiet === 16 ? 3_600_000 : 0);
    tell(
      write(
        `${quiet}.json`,
        JSON.stringify({ ...JSON.parse(readFileSync(`${incident}/9-2311.json`, 'utf8')), pass: `${quiet}` }),
      ),
    );
  }
  await session.close();
  return printed();
}

describe('an evening that is watched', () => {
  test.each([80, 160])('reads the same at %i columns', async (width) => {
    await expect(await watchedEvening({ width })).toMatchFileSnapshot(
      `../../golden/incident-swallowed.watch.${width}.txt`,
    );
  });

  test('reads the same in colour', async () => {
    await expect(await watchedEvening({ width: 80, colour: true })).toMatchFileSnapshot(
      '../../golden/incident-swallowed.watch.80.colour.txt',
    );
  });

  test('is the same lines of JSON, none of which moves a cursor', async () => {
    const text = await watchedEvening({ json: true });

    await expect(text).toMatchFileSnapshot('../../golden/incident-swallowed.watch.ndjson');
    expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
    const lines = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines.map(({ event }) => event).filter((event) => event !== 'pass')).toEqual([
      'away',
      'flap-started',
      'back',
      'observed',
      'flap-settled',
    ]);
    expect(lines.find(({ key }) => key?.startsWith('10'))).toMatchObject({
      key: '10\u001b[2J',
      trigger: 'assign \u202eace\nsearxng',
    });
  });
});

describe('a session', () => {
  test('keeps what happens until it begins to tell', async () => {
    const { session, printed } = await sessionAtWork();

    session.tell({ kind: 'notice', source: 'd', words: 'early' });
    expect(printed()).toBe('');
    session.begin();

    expect(printed()).toBe('2026-09-29 Europe/Berlin\n22:30:00 d: early\n');
  });

  test('tells what is held back when it is flushed, and a pass of lone declarations when its time is up', async () => {
    const { session, tell, write, printed, runTimers } = await sessionAtWork();
    session.begin();

    tell(write('ace.json', { node: 'ace', containers: [] }));
    expect(printed()).toBe('');
    runTimers();
    expect(printed()).toContain('22:30:00 pass 1 · the first pass: 1 node, 0 containers\n');
    tell(write('ace.json', { node: 'ace', containers: [{ name: 'a' }] }));
    session.flush();

    expect(printed()).toContain('22:30:00 pass 2 · 1 came\n');
  });

  test('says why an input made no pass, and what became of it', async () => {
    const { session, tell, write, printed } = await sessionAtWork();
    session.begin();

    tell(write('bad.json', '{"nodes": ['), 'bad.json');
    tell(write('bad.json', '{"nodes": ['), 'd');

    expect(printed().split('\n').slice(1, 3)).toEqual([
      expect.stringMatching(
        /^22:30:00 UNREADABLE bad\.json: line 1, column 12: the JSON ends in the middle.*; nothing recorded/,
      ),
      expect.stringMatching(/^22:30:00 UNREADABLE d: bad\.json: line 1/),
    ]);
  });

  test('says which input made a pass that could not be read, and what to do', async () => {
    const { session, tell, write, printed } = await sessionAtWork();
    session.begin();
    tell(write('1.json', { pass: 1, nodes: [] }));

    tell(write('bad.json', '{"nodes": ['), 'd');
    tell(write('2.json', { pass: 2, nodes: [] }));

    expect(printed().split('\n').slice(2, 4)).toEqual([
      '22:30:00 pass 2 · the pass was unreadable (bad.json): line 1, column 12: the JSON ends in the middle: ' +
        'the file is half written or cut off · record it again when it is whole; the last declaration stands',
      '22:30:00 pass 3 (key:2) · quiet',
    ]);
  });

  test('says whose a pass is where there are several controllers', async () => {
    const { session, tell, write, printed } = await sessionAtWork();
    session.begin();

    tell(write('a.json', { pass: 1, controller: 'mesh', nodes: [] }));
    tell(write('b.json', { pass: 1, controller: 'edge', nodes: [] }));
    tell(write('a.json', { pass: 2, controller: 'mesh', nodes: [] }));

    expect(printed().split('\n').slice(1, 4)).toEqual([
      '22:30:00 pass 1 · the first pass',
      '22:30:00 pass 2 (key:1) of edge · the first pass',
      '22:30:00 pass 3 (key:2) of mesh · quiet',
    ]);
  });

  test('tells of a log only what is new', async () => {
    const { session, tell, printed } = await sessionAtWork();
    session.begin();

    tell('examples/incident/host.log');
    const once = printed();
    tell('examples/incident/host.log');

    expect(printed()).toBe(once);
  });

  test('knows which sources are away, until they are back or not watched any more', async () => {
    const { session } = await sessionAtWork();
    session.begin();
    const away = () => session.health().away;

    session.tell({ kind: 'away', source: 'a', reason: 'x' });
    session.tell({ kind: 'away', source: 'b', reason: 'x' });
    expect(away()).toEqual(['a', 'b']);
    session.tell({ kind: 'back', source: 'a', awayMs: 1 });
    session.tell({ kind: 'given-up', source: 'b' });

    expect(away()).toEqual([]);
    expect(session.health()).toEqual({ ok: true, lastPass: null, away: [], store: null });
  });

  test('says once that nothing can be recorded, whoever finds it, and once that it can again', async () => {
    const { session, printed } = await sessionAtWork();
    const full = new StoreError('the disk is full', { hint: 'make room' });
    session.begin();

    session.beat(() => full);
    session.beat(() => full);
    expect(session.health()).toMatchObject({ ok: false, store: 'the disk is full' });
    session.tell({ kind: 'store-fault', fault: full });
    // what the heartbeat needs little room for says nothing of an input
    session.beat(() => null);
    expect(session.health().ok).toBe(false);
    session.tell({ kind: 'store-back' });
    session.beat(() => full);
    session.beat(() => null);
    session.tell({ kind: 'store-back' });

    expect(printed().trimEnd().split('\n').slice(1)).toEqual([
      '22:30:00 NOT RECORDING the disk is full; tried again · make room',
      '22:30:00 RECORDING AGAIN the store takes what it is given',
      '22:30:00 NOT RECORDING the disk is full; tried again · make room',
      '22:30:00 RECORDING AGAIN the store takes what it is given',
    ]);
    expect(session.health().ok).toBe(true);
  });

  test('outlives a fault in the telling, for who records is not to blame', async () => {
    const broken = { isBroken: false };
    const { session, tell, write, printed } = await sessionAtWork({
      history: (history) => ({
        ...history,
        passes(...given) {
          if (broken.isBroken) throw new Error('the disk does not give what it is asked for');
          return history.passes(...given);
        },
      }),
    });
    session.begin();
    tell(write('1.json', { pass: 1, nodes: [] }));
    broken.isBroken = true;

    tell(write('2.json', { pass: 2, nodes: [] }));

    expect(printed()).toContain(
      '22:30:00 FAULT what happened could not be told: the disk does not give what it is asked for · roster-history verify\n',
    );
  });

  test('counts in its metrics what it tells', async () => {
    const { session, tell, write } = await sessionAtWork();
    session.begin();
    session.tell({ kind: 'away', source: 'a', reason: 'x' });
    tell(write('1.json', { pass: 1, roster: { 'a.example': '192.0.2.1' }, nodes: [] }));
    tell(write('2.json', { pass: 2, roster: {}, nodes: [{ node: 'ace', outcome: 'failed', error: 'no' }] }));
    tell(write('bad.json', '{'));

    const { text } = await session.metrics.text();

    expect(text.split('\n').filter((line) => /^roster_history_(?!store_bytes|last_pass)/.test(line))).toEqual([
      'roster_history_passes_total 3',
      'roster_history_moves_total{kind="removed"} 1',
      'roster_history_outcomes_total{outcome="failed"} 1',
      'roster_history_outcomes_total{outcome="unreadable"} 1',
      'roster_history_problems_total{code="unreadable-input"} 1',
      'roster_history_unreadable_inputs_total 1',
      'roster_history_flapping_names 0',
      'roster_history_sources_away 1',
      'roster_history_store_failing 0',
    ]);
    expect(text).toMatch(/^roster_history_store_bytes [1-9]\d+$/m);
    expect(text).toMatch(/^roster_history_last_pass_age_seconds 0$/m);
  });

  test('has no time of a last pass where there is none, and that of the store where there is', async () => {
    const fresh = await sessionAtWork();
    expect((await fresh.session.metrics.text()).text).not.toMatch(/^roster_history_last_pass/m);

    const { session } = await sessionAtWork({
      history: (history) => {
        history.append({
          draft: {
            controller: 'mesh',
            key: null,
            at: null,
            trigger: null,
            roster: null,
            outcome: 'planned',
            missing: null,
            error: null,
            reports: [],
            problems: [],
            extra: {},
            lone: false,
          },
          recordedAt: 5000,
          source: null,
          quietGapMs: 0,
        });
        return history;
      },
    });
    expect(session.health().lastPass).toEqual({ number: 1, recordedAt: '1970-01-01T01:00:05+01:00' });
    expect((await session.metrics.text()).text).toContain('roster_history_last_pass_timestamp_seconds 5\n');
  });

  test('notifies of a flap, with the controller in the command where there are several, and says what could not be sent', async () => {
    const hook = await openTestServer((_asked, response) => response.writeHead(500).end());
    const { session, tell, write, printed, folder, file } = await sessionAtWork({
      notify: { exec: `cat > "$FOLDER/event"; echo gone >&2; exit 3`, webhook: `${hook.origin}/secret` },
      env: { PATH: process.env.PATH, FOLDER: '' },
    });
    session.begin();
    tell(write('other.json', { controller: 'other', nodes: [] }));
    for (const [index, last] of [1, 2, 1, 2].entries())
      tell(
        write(`${index}.json`, {
          controller: "o'neil",
          pass: index,
          roster: { 'a.example': `192.0.2.${last}` },
          nodes: [],
        }),
      );

    await session.close();

    const command = `roster-history --store ${file} --controller 'o'\\''neil' flaps --since 3`;
    expect(existsSync(`${folder}/event`)).toBe(false);
    expect(hook.asked.map(({ body }) => JSON.parse(body))).toEqual(
      Array(3).fill(expect.objectContaining({ event: 'flap-started', names: ['a.example'], command, store: file })),
    );
    const lines = printed().split('\n');
    expect(lines).toContain(`  ${command.replace(`${folder}/`, '')}`);
    expect(lines.filter((line) => line.includes('notification'))).toEqual([
      expect.stringMatching(/^22:30:00 notification by exec failed: exit status 3: /),
      `22:30:00 notification by webhook failed: ${new URL(hook.origin).host}: HTTP 500`,
    ]);
    expect((await session.metrics.text()).text).toContain('roster_history_notifications_total{result="failed"} 2\n');
  });
});
