import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { exportLine } from '../../../src/recorder/index.ts';
import { planned } from '../../roster/builders.ts';
import { now, temporaryFolder, temporaryStore } from '../../support/temporary-store.ts';
import { importing, toldOf } from './importing.ts';

function fileOf(content: string | Uint8Array, name = 'lines.ndjson'): string {
  const file = join(temporaryFolder(), name);
  writeFileSync(file, content);
  return file;
}

function linesOf(...lines: readonly unknown[]): string {
  return lines
    .map((line) => (typeof line === 'string' ? line : JSON.stringify(line)))
    .join('\n')
    .concat('\n');
}

const hosts = (address: string) => `${address} db.internal\n`;
const [first, second] = ['2026-03-01T10:00:00Z', '2026-03-01T11:00:00Z'];

describe('lines of the plain form', () => {
  test('are a pass each: a time and a hosts file', async () => {
    const file = fileOf(linesOf({ at: first, hosts: hosts('192.0.2.1') }, { at: second, hosts: hosts('192.0.2.2') }));
    const { passes, lines } = importing();

    const imported = await lines(file);

    expect(
      passes().map(({ key, at, state }) => [key, new Date(at).toISOString(), state.roster?.list.entries[0]?.text]),
    ).toEqual([
      [first, '2026-03-01T10:00:00.000Z', '192.0.2.1 db.internal'],
      [second, '2026-03-01T11:00:00.000Z', '192.0.2.2 db.internal'],
    ]);
    expect(imported).toMatchObject({ recorded: 2, unreadable: 0 });
    expect(await lines(file)).toMatchObject({ recorded: 0, known: 2 });
  });

  test('go on with what the store has of values that are no secrets, where nothing is said of them', async () => {
    const line = (at: string) => ({ at, node: 'ace', containers: [{ name: 'web', env: { TZ: 'UTC' } }] });
    const { passes, lines, history } = importing();
    history.writeSetting('shown-keys', '["TZ"]');

    await lines(fileOf(linesOf(line(first))));

    expect(passes().map(({ problems }) => problems)).toEqual([[]]);
    expect(passes()[0]?.state.nodes.get('ace')?.containers.get('web')?.spec.value).toEqual({ env: { TZ: 'UTC' } });
    expect(history.findSetting('shown-keys')).toBe('["TZ"]');
  });

  test('may name a node, an id and a trigger; what else stands there is the trigger where none is named', async () => {
    const file = fileOf(
      linesOf(
        { at: 1_772_359_200, node: 'ace', hosts: hosts('192.0.2.1'), pass: 7, trigger: 'timer' },
        { at: 1_772_359_260_000, node: 'ace', hosts: hosts('192.0.2.2'), commit: 'cafe' },
      ),
    );
    const { passes, lines } = importing();

    await lines(file);

    expect(passes().map(({ key, at, trigger }) => [key, new Date(at).toISOString(), trigger])).toEqual([
      ['7', '2026-03-01T10:00:00.000Z', 'timer'],
      ['2026-03-01T10:01:00Z', '2026-03-01T10:01:00.000Z', { commit: 'cafe' }],
    ]);
  });

  test('of one instant are one pass where they are of several nodes, and two where they are of one', async () => {
    const line = (node: string, address: string) => ({ at: first, node, hosts: hosts(address) });
    const file = fileOf(linesOf(line('ace', '192.0.2.1'), line('g14', '192.0.2.1'), line('ace', '192.0.2.2')));
    const { passes, lines } = importing();

    await lines(file);

    expect(passes().map((pass) => [pass.key, toldOf(pass)])).toEqual([
      [first, { ace: 'planned 192.0.2.1 db.internal', g14: 'planned 192.0.2.1 db.internal' }],
      [`${first}#2`, { ace: 'planned 192.0.2.2 db.internal', g14: 'unreported 192.0.2.1 db.internal' }],
    ]);
    expect(passes()[1]?.problems).toEqual([]);
  });

  test('may be whole declarations', async () => {
    const file = fileOf(linesOf({ at: first, pass: '412', nodes: [{ node: 'ace', outcome: 'failed', error: 'no' }] }));
    const { passes, lines } = importing();

    await lines(file);

    expect(passes()).toMatchObject([{ key: '412', outcomes: [{ node: 'ace', outcome: 'failed', error: 'no' }] }]);
  });

  test('that cannot be read are told with their numbers, and keep no other out', async () => {
    const file = fileOf(
      linesOf(
        { at: first, hosts: hosts('192.0.2.1') },
        'no json',
        [1],
        { hosts: hosts('192.0.2.1') },
        { at: first, hosts: 'words' },
        '',
        { at: second, hosts: hosts('192.0.2.2') },
      ),
    );
    const { passes, lines } = importing();

    const { faults } = await lines(file);

    expect(faults.map(({ place, message }) => `${place}: ${message}`.replace(file, 'lines'))).toEqual([
      'lines:2: not valid JSON',
      'lines:3: expected a JSON object',
      'lines:4: "at" is no time: expected RFC 3339 or seconds since the epoch, found nothing',
      expect.stringContaining('lines:5: no known format'),
    ]);
    expect(passes()).toHaveLength(2);
  });

  test('keep what came before a torn one', async () => {
    const file = fileOf(`${linesOf({ at: first, hosts: hosts('192.0.2.1') })}{"at": "2026-`);
    const { passes, lines } = importing();

    const { faults } = await lines(file);

    expect(passes()).toHaveLength(1);
    expect(faults).toMatchObject([
      { place: `${file}:2`, message: 'the text ends in the middle of the line: it is half written or cut off' },
    ]);
  });

  test('may be packed by gzip, and keep what came before where that is cut off', async () => {
    const packed = gzipSync(
      linesOf(
        ...Array.from({ length: 2000 }, (_, index) => ({
          at: 1_772_359_200 + index,
          hosts: hosts(`192.0.2.${index % 250}`),
        })),
      ),
    );
    const { passes, lines } = importing();

    expect(await lines(fileOf(packed, 'whole.gz'))).toMatchObject({ recorded: 2000, unreadable: 0 });

    const cut = importing();
    const { faults } = await cut.lines(fileOf(packed.subarray(0, packed.length / 2), 'cut.gz'));
    expect(faults).toMatchObject([{ message: expect.stringMatching(/^after line \d+: cut off or damaged/) }]);
    expect(cut.passes().length).toBeGreaterThan(0);
    expect(passes()).toHaveLength(2000);
  });

  test('that are nested without end are told, and the rest is read', async () => {
    const deep = `{"at": "${first}", "hosts": "192.0.2.1 a", "trigger": ${'['.repeat(600)}${']'.repeat(600)}}`;
    const file = fileOf(linesOf(deep, '['.repeat(1_000_000), { at: second, hosts: hosts('192.0.2.1') }));
    const { lines } = importing();

    expect(await lines(file)).toMatchObject({
      recorded: 1,
      faults: [1, 2].map((line) => ({ place: `${file}:${line}`, message: 'nested too deeply to be read' })),
    });
  });

  test('that hold more values than can be read are told', async () => {
    const { lines } = importing();

    expect(await lines(fileOf(`[${'1,'.repeat(2 ** 24)}1]`))).toMatchObject({
      faults: [{ message: 'more values than can be read: found 16777217, expected at most 16777216' }],
    });
  });

  test('that are none are told', async () => {
    const { lines } = importing();

    expect(await lines(fileOf('\n'))).toMatchObject({
      faults: [{ message: 'nothing to import: found no line in it' }],
    });
    await expect(lines('/nonexistent')).rejects.toThrow('"/nonexistent" cannot be read: no such file or directory');
  });
});

/** The lines of an export of two passes, an observation and a gap. */
function exportedLines(): string[] {
  const store = temporaryStore();
  const { history, append } = store;
  append({
    key: '1',
    reports: [planned('ace', { containers: [{ hosts: ['db.internal:192.0.2.1'], spec: { image: 'a' } }] })],
  });
  append({
    key: '2',
    reports: [planned('ace', { containers: [{ hosts: ['db.internal:192.0.2.2'], spec: { image: 'a' } }] })],
  });
  const observation = { node: 'ace', container: 'mesh/web', kind: 'replaced' as const, at: now };
  history.appendObservations({ observations: [observation], recordedAt: now, source: 'agent.log' });
  const gap = history.beginGap({
    recorder: 'hub',
    controller: null,
    kind: 'away',
    from: now,
    source: null,
    reason: 'gone',
  });
  history.endGap(gap, now + 1000);
  const ranges = [{ controller: 'default', baseline: null, first: 1, last: 2 }];
  const parts = history.transcript({ ranges, from: 0, until: Number.MAX_SAFE_INTEGER });
  const header = {
    format: 'roster-history/export@1',
    controllers: ['default'],
    passes: 2,
    settings: { 'digest-key': 'cafe' },
  };
  return [JSON.stringify(header), ...[...parts].map(exportLine)];
}

describe('an export', () => {
  test('brings observations and gaps, once', async () => {
    const { history, lines } = importing();
    const file = fileOf(linesOf(...exportedLines()));

    expect(await lines(file)).toMatchObject({ recorded: 2, observations: 1, gaps: 1, unreadable: 0, notes: [] });
    expect(await lines(file)).toMatchObject({ recorded: 0, known: 2, observations: 0, gaps: 0 });

    expect(history.observations(0, now)).toEqual([{ node: 'ace', container: 'mesh/web', kind: 'replaced', at: now }]);
    expect(history.gaps('default', 0, now + 5000)).toMatchObject([{ kind: 'away', from: now, until: now + 1000 }]);
    expect(history.verify()).toEqual([]);
  });

  test('leaves digests of secrets as they are, and digests what is none', async () => {
    const digest = `hmac:${'0123456789abcdef'.repeat(2)}`;
    const { passes, lines } = importing();
    const text = linesOf(...exportedLines()).replaceAll(
      '{"image":"a"}',
      JSON.stringify({ image: 'a', env: { A: digest, B: 'hunter2hunter2' } }),
    );

    const imported = await lines(fileOf(text));

    expect(imported).toMatchObject({ recorded: 2, unreadable: 0 });
    const spec = passes()[0]?.state.nodes.get('ace')?.containers.get('mesh/web')?.spec.value;
    expect(spec).toMatchObject({ env: { A: digest, B: expect.stringMatching(/^hmac:/) } });
  });

  test('says of a key that is not that of the store that secrets look changed once', async () => {
    const { file, history, lines } = importing();
    history.writeSetting('digest-key', 'f00d');

    const { notes } = await lines(fileOf(linesOf(...exportedLines())));

    expect(notes).toEqual([
      `its secrets were digested with another key than "${file}.key": where the two meet, each secret looks changed once`,
    ]);
    expect(history.findSetting('digest-key')).toBe('f00d');
  });

  test('of a newer version may hold lines of other kinds', async () => {
    const [header, ...rest] = exportedLines();

    const imported = await importing().lines(fileOf(linesOf(header, { kind: 'weather', rain: true }, ...rest)));

    expect(imported).toMatchObject({
      recorded: 2,
      notes: ['lines of the kind "weather" are left out: this version knows none'],
    });
  });

  test.each<[string, (lines: string[]) => string, RegExp]>([
    ['a line that is no JSON', (lines) => linesOf(lines[0], 'x', ...lines.slice(1)), /:2: not valid JSON$/],
    [
      'a line that was changed',
      (lines) => linesOf(...lines).replace('"image":"a"', '"image":"b"'),
      /the spec has another digest than "[0-9a-f]{12}…"$/,
    ],
    [
      'a line that is missing',
      (lines) => linesOf(...lines.filter((line) => !line.startsWith('{"kind":"hosts"'))),
      /: no hosts "[0-9a-f]{12}…" stands before it$/,
    ],
    [
      'a value of another shape',
      (lines) => linesOf(...lines).replace('"recordedAt":"2026', '"recordedAt":"soon'),
      /"recordedAt" has another shape: expected a time in RFC 3339$/,
    ],
    [
      'a beginning that is none',
      ([header, ...lines]) =>
        linesOf(
          header,
          {
            kind: 'horizon',
            controller: 'mesh',
            firstPass: 6,
            removed: 6,
            fromPass: 1,
            fromAt: first,
            untilPass: 5,
            prunedAt: second,
            reason: 'passes',
            bound: 1,
          },
          ...lines,
        ),
      /:2: "firstPass" has another shape: expected passes before the first one$/,
    ],
    [
      'another version',
      (lines) => linesOf(...lines).replace('export@1', 'export@9'),
      /:1: the format is "roster-history\/export@9": expected "roster-history\/export@1"$/,
    ],
    ['an early end', (lines) => linesOf(...lines.slice(0, -3)), /the export ends early: found 1 passes, expected 2$/],
  ])('with %s is told, and what came before is kept', async (_, change, words) => {
    const { history, lines } = importing();

    const { faults } = await lines(fileOf(change(exportedLines())));

    expect(faults.map(({ place, message }) => `${place}: ${message}`)).toEqual([expect.stringMatching(words)]);
    expect(history.verify()).toEqual([]);
  });

  test('of ten thousand quiet passes is a short line for each', async () => {
    const { history, append } = temporaryStore();
    const reports = ['ace', 'g14'].map((node) => planned(node, { containers: [{ hosts: ['db.internal:192.0.2.1'] }] }));
    for (let index = 0; index < 50; index += 1) append({ key: `${index}`, roster: ['a.internal:192.0.2.1'], reports });

    const ranges = [{ controller: 'default', baseline: null, first: 1, last: 50 }];
    const parts = [...history.transcript({ ranges, from: 0, until: 1 })].map(exportLine);

    expect(parts.at(-1)).toBe(
      '{"kind":"pass","controller":"default","key":"49","at":"2026-03-01T10:00:00.000Z","recordedAt":"2026-03-01T10:00:00.000Z","source":"test","again":["ace","g14"]}',
    );
    expect(parts).toHaveLength(50 + 4);
  });
});
