import { mkdirSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../support/temporary-store.ts';
import { importing, toldOf } from './importing.ts';

function folderOf(files: Readonly<Record<string, unknown>>): string {
  const folder = temporaryFolder();
  for (const [name, content] of Object.entries(files)) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  }
  return folder;
}

function declared(node: string, address: string) {
  return { node, containers: [{ name: 'web', hosts: [`db.internal:${address}`] }] };
}

describe('a folder of snapshots', () => {
  test('is a pass for each, in the order of the times in their names', async () => {
    const folder = folderOf({
      'roster-2026-03-02T10-00-00Z.json': { nodes: [declared('ace', '192.0.2.2')] },
      'z-20260301T100000Z.json': { nodes: [declared('ace', '192.0.2.1')] },
      '.hidden-2026-03-01.json': 'x',
      'README.md': 'words',
    });
    const { passes, snapshots } = importing();

    const imported = await snapshots(folder);

    expect(passes().map((pass) => [pass.key, new Date(pass.at).toISOString(), toldOf(pass)])).toEqual([
      ['z-20260301T100000Z.json', '2026-03-01T10:00:00.000Z', { ace: 'planned db.internal:192.0.2.1' }],
      ['roster-2026-03-02T10-00-00Z.json', '2026-03-02T10:00:00.000Z', { ace: 'planned db.internal:192.0.2.2' }],
    ]);
    expect(imported).toMatchObject({ recorded: 2, notes: [] });
    expect(await snapshots(folder)).toMatchObject({ recorded: 0, known: 2 });
  });

  test('holds one pass of several declarations in a folder; one that is missing there stands', async () => {
    const folder = folderOf({
      '20260301T100000Z/ace.json': declared('ace', '192.0.2.1'),
      '20260301T100000Z/g14.json': declared('g14', '192.0.2.1'),
      '20260302T100000Z/ace.json': declared('ace', '192.0.2.2'),
    });
    const { passes, snapshots } = importing();

    await snapshots(folder);

    expect(passes().map(toldOf)).toEqual([
      { ace: 'planned db.internal:192.0.2.1', g14: 'planned db.internal:192.0.2.1' },
      { ace: 'planned db.internal:192.0.2.2', g14: 'unreported db.internal:192.0.2.1' },
    ]);
    expect(passes()[1]?.problems).toMatchObject([{ code: 'unreadable-input', node: 'g14' }]);
  });

  test('gathers lone declarations of one time into one pass, whose id is that time', async () => {
    const folder = folderOf({
      'ace-2026-03-01T10-00-00Z.json': declared('ace', '192.0.2.1'),
      'g14-2026-03-01T10-00-00Z.json': declared('g14', '192.0.2.1'),
    });
    const { passes, snapshots } = importing();

    await snapshots(folder);

    expect(passes().map((pass) => [pass.key, toldOf(pass)])).toEqual([
      ['2026-03-01T10:00:00Z', { ace: 'planned db.internal:192.0.2.1', g14: 'planned db.internal:192.0.2.1' }],
    ]);
  });

  test('takes the node out of the name where that was asked for, the time left out', async () => {
    const folder = folderOf({ 'novox-2026-03-01_10:00:00.hosts': '192.0.2.1 db.internal\n' });
    const { passes, snapshots } = importing({ nodeFromName: true });

    await snapshots(folder);

    expect(passes().map(toldOf)).toEqual([{ novox: 'planned 192.0.2.1 db.internal' }]);
  });

  test('goes by the time and the id that a document states, else by the last change, where a name holds no time', async () => {
    const folder = folderOf({
      'a.json': { pass: 412, at: '2026-03-02T00:00:00Z', nodes: [declared('ace', '192.0.2.1')] },
      'b.json': { pass: 411, at: '2026-01-01T00:00:00Z', nodes: [declared('ace', '192.0.2.1')] },
      'c.hosts': '192.0.2.1 db.internal\n',
    });
    utimesSync(join(folder, 'c.hosts'), 0, 1_772_359_200);
    const { passes, snapshots } = importing();

    const imported = await snapshots(folder);

    expect(passes().map(({ key, at }) => [key, new Date(at).toISOString()])).toEqual([
      ['411', '2026-01-01T00:00:00.000Z'],
      ['c.hosts', '2026-03-01T10:00:00.000Z'],
      ['412', '2026-03-02T00:00:00.000Z'],
    ]);
    expect(imported.notes).toEqual([
      'no time in the name of "c.hosts": the time of the last change of the file is taken',
    ]);
  });

  test('that cannot be read makes its node unreadable, and the rest goes on', async () => {
    const folder = folderOf({
      'ace-2026-03-01T10-00-00Z.json': { nodes: [declared('ace', '192.0.2.1')] },
      'ace-2026-03-02T10-00-00Z.json': '{"nodes": [',
      'ace-2026-03-03T10-00-00Z.json': { nodes: [declared('ace', '192.0.2.3')] },
    });
    const { passes, snapshots } = importing();

    const imported = await snapshots(folder);

    expect(passes().map(toldOf)).toEqual([
      { ace: 'planned db.internal:192.0.2.1' },
      { ace: 'unreadable db.internal:192.0.2.1' },
      { ace: 'planned db.internal:192.0.2.3' },
    ]);
    expect(imported).toMatchObject({ unreadable: 1, faults: [{ place: 'ace-2026-03-02T10-00-00Z.json' }] });
  });

  test('that is larger than the limit is not read, not even for its time', async () => {
    const folder = folderOf({ 'a-2026-03-01.json': { nodes: [declared('ace', '192.0.2.1')] }, 'large.json': '' });
    truncateSync(join(folder, 'large.json'), 200 * 2 ** 20);
    const { snapshots } = importing();

    const imported = await snapshots(folder);

    expect(imported).toMatchObject({
      recorded: 2,
      faults: [
        {
          place: 'large.json',
          message: 'larger than the size limit: found 200 MiB, expected at most 64 MiB',
          hint: 'record it by itself: roster-history record --size-limit 256MiB FILE',
        },
      ],
    });
  });

  test('may be named one by one, folders with a time in their name among them', async () => {
    const folder = folderOf({
      '2026-03-01/ace.json': declared('ace', '192.0.2.1'),
      '2026-03-02.json': { nodes: [declared('ace', '192.0.2.2')] },
    });
    const { passes, snapshots } = importing();

    await snapshots(join(folder, '2026-03-02.json'), join(folder, '2026-03-01'));

    expect(passes().map(({ key }) => key)).toEqual(['2026-03-01', '2026-03-02.json']);
  });

  test('without any is a fault that names git where it is a repository', async () => {
    const folder = folderOf({ '.git/HEAD': 'x' });
    const { snapshots } = importing();

    await expect(snapshots(folder)).rejects.toMatchObject({
      message: `no snapshot in "${folder}": expected files and folders with a time in their names`,
      hint: `roster-history import git:${folder} PATH`,
    });
  });
});
