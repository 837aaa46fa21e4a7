import { execFileSync } from 'node:child_process';
import { chownSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { faultText, importGit, openTally } from '../../../src/recorder/index.ts';
import type { Pass } from '../../../src/roster/index.ts';
import { temporaryFolder } from '../../support/temporary-store.ts';
import { firstCommitAt, fixtureRepository, git, gitEnvironment } from './git-fixture.ts';
import { importing, toldOf } from './importing.ts';

function declared(node: string, address: string, rest: object = {}) {
  return { node, containers: [{ name: 'web', hosts: [`db.internal:${address}`] }], ...rest };
}

/** A section and a key of a git config, of `section.key = value` or `section.name.key = value`. */
function configLine(setting: string): string {
  const [, section, name, key] = /^(\w+)(?:\.(\w+))?\.(\w+ = .*)$/.exec(setting) as RegExpExecArray;
  return `[${section}${name ? ` "${name}"` : ''}]\n${key}\n`;
}

async function faultOf(work: Promise<unknown>): Promise<{ message: string; hint: string | null }> {
  try {
    await work;
  } catch (fault) {
    const { hint } = fault as { hint: string | null };
    return { message: faultText(fault as Parameters<typeof faultText>[0]), hint };
  }
  throw new Error('nothing was thrown');
}

describe('a git repository', () => {
  test('is a pass for each commit that touches the paths, with every file as it is then', async () => {
    const repository = fixtureRepository([
      { files: { 'nodes/ace.json': declared('ace', '192.0.2.1'), 'nodes/g14.json': declared('g14', '192.0.2.1') } },
      { files: { 'README.md': 'words' } },
      { author: 'Ann', subject: 'db moves', files: { 'nodes/g14.json': declared('g14', '192.0.2.2') } },
    ]);
    const { passes, git: importFrom } = importing();

    const imported = await importFrom(repository, ['nodes']);

    const [first, , third] = git(repository, 'log', '--reverse', '--format=%H', 'main').split('\n');
    expect(passes().map((pass) => [pass.key, pass.at, pass.trigger, toldOf(pass)])).toEqual([
      [
        first,
        firstCommitAt,
        { subject: 'pass 1', author: 'controller', commit: first },
        { ace: 'planned db.internal:192.0.2.1', g14: 'planned db.internal:192.0.2.1' },
      ],
      [
        third,
        firstCommitAt + 600_000,
        { subject: 'db moves', author: 'Ann', commit: third },
        { ace: 'planned db.internal:192.0.2.1', g14: 'planned db.internal:192.0.2.2' },
      ],
    ]);
    expect(imported).toMatchObject({ recorded: 2, known: 0, unreadable: 0, numbers: { first: 1, last: 2 }, notes: [] });
  });

  test('imported again records nothing, and goes on where more was committed', async () => {
    const files = (address: string) => ({ files: { 'ace.json': declared('ace', address) } });
    const commits = [files('192.0.2.1'), files('192.0.2.2'), files('192.0.2.1')];
    const { git: importFrom } = importing();
    const repository = fixtureRepository(commits);

    await importFrom(repository, ['ace.json'], 'main~1');

    expect(await importFrom(repository, ['ace.json'])).toMatchObject({ recorded: 1, known: 2 });
    expect(await importFrom(repository, ['ace.json'])).toMatchObject({ recorded: 0, known: 3, numbers: null });
  });

  test('a range begins with every file as it is then, touched or not', async () => {
    const { passes, git: importFrom } = importing();
    const repository = fixtureRepository([
      { files: { 'ace.json': declared('ace', '192.0.2.1'), 'g14.json': declared('g14', '192.0.2.1') } },
      { files: { 'g14.json': declared('g14', '192.0.2.2') } },
    ]);

    await importFrom(repository, ['*.json'], 'main~1..main');

    expect(passes().map(toldOf)).toEqual([
      { ace: 'planned db.internal:192.0.2.1', g14: 'planned db.internal:192.0.2.2' },
    ]);
  });

  test('a file that is gone removes nothing: its node is unreported, and a problem says so', async () => {
    const { passes, git: importFrom } = importing();
    const repository = fixtureRepository([
      { files: { 'ace.json': declared('ace', '192.0.2.1'), 'g14.json': declared('g14', '192.0.2.1') } },
      { files: { 'g14.json': null } },
    ]);

    await importFrom(repository, ['.']);

    expect(toldOf(passes()[1] as Pass)).toEqual({
      ace: 'planned db.internal:192.0.2.1',
      g14: 'unreported db.internal:192.0.2.1',
    });
    expect(passes()[1]?.problems).toEqual([
      { code: 'unreadable-input', node: 'g14', text: '"g14.json" is gone: what it declared last stands' },
    ]);
  });

  test('a renamed file goes on to declare its node', async () => {
    const { passes, git: importFrom } = importing();
    const repository = fixtureRepository([
      { files: { 'a/ace.json': declared('ace', '192.0.2.1') } },
      { files: { 'a/ace.json': null, 'b/ace.json': declared('ace', '192.0.2.1') } },
    ]);

    await importFrom(repository, ['.']);

    expect(passes().map(toldOf)).toEqual([
      { ace: 'planned db.internal:192.0.2.1' },
      { ace: 'planned db.internal:192.0.2.1' },
    ]);
    expect(passes()[1]?.problems).toEqual([]);
  });

  test('a version that cannot be read makes its node unreadable there, and the rest goes on', async () => {
    const { passes, git: importFrom } = importing();
    const repository = fixtureRepository([
      { files: { 'ace.json': declared('ace', '192.0.2.1'), 'g14.json': declared('g14', '192.0.2.1') } },
      { files: { 'ace.json': '{"node": "ace",', 'g14.json': declared('g14', '192.0.2.2') } },
      { files: { 'ace.json': declared('ace', '192.0.2.3') } },
    ]);

    const imported = await importFrom(repository, ['.']);

    expect(passes().map(toldOf)).toEqual([
      { ace: 'planned db.internal:192.0.2.1', g14: 'planned db.internal:192.0.2.1' },
      { ace: 'unreadable db.internal:192.0.2.1', g14: 'planned db.internal:192.0.2.2' },
      { ace: 'planned db.internal:192.0.2.3', g14: 'planned db.internal:192.0.2.2' },
    ]);
    const [, second] = git(repository, 'log', '--reverse', '--format=%H', 'main').split('\n') as [string, string];
    expect(imported).toMatchObject({
      recorded: 3,
      unreadable: 1,
      faults: [{ place: `ace.json in ${second.slice(0, 12)}` }],
    });
    expect(await importFrom(repository, ['.'])).toMatchObject({ recorded: 0, known: 3, unreadable: 1 });
  });

  test('a file that never was a declaration is told of once', async () => {
    const { passes, git: importFrom } = importing();
    const repository = fixtureRepository([
      { files: { 'package.json': { name: 'mesh' }, 'ace.json': declared('ace', '192.0.2.1') } },
      { files: { 'ace.json': declared('ace', '192.0.2.2') } },
    ]);

    const imported = await importFrom(repository, ['.']);

    expect(imported.unreadable).toBe(1);
    expect(passes().map(({ problems }) => problems.length)).toEqual([1, 0]);
  });

  test('a merge is what it brings to its first parent; the commits of the branch are no passes', async () => {
    const { passes, git: importFrom } = importing();
    const repository = fixtureRepository([
      { files: { 'ace.json': declared('ace', '192.0.2.1') } },
      { branch: 'side', from: 'main', files: { 'ace.json': declared('ace', '192.0.2.2') } },
      { branch: 'side', files: { 'ace.json': declared('ace', '192.0.2.3') } },
      { files: { 'README.md': 'words' } },
      { subject: 'merged', merge: 'side', files: { 'ace.json': declared('ace', '192.0.2.3') } },
    ]);

    await importFrom(repository, ['ace.json']);

    expect(passes().map(toldOf)).toEqual([
      { ace: 'planned db.internal:192.0.2.1' },
      { ace: 'planned db.internal:192.0.2.3' },
    ]);
    expect(passes()[1]?.trigger).toMatchObject({ subject: 'merged' });
  });

  test('the order is that of the commits, and a clock that went back is a problem', async () => {
    const { passes, git: importFrom } = importing();
    const repository = fixtureRepository([
      { at: firstCommitAt, files: { 'ace.json': declared('ace', '192.0.2.1') } },
      { at: firstCommitAt - 60_000, files: { 'ace.json': declared('ace', '192.0.2.2') } },
    ]);

    await importFrom(repository, ['ace.json']);

    expect(passes().map(({ at }) => at)).toEqual([firstCommitAt, firstCommitAt - 60_000]);
    expect(passes()[1]?.problems).toEqual([{ code: 'clock-went-back', text: '60 s before pass 1' }]);
  });

  test('a hosts file is the roster of the mesh, or, where it was asked for, that of the node that it is named after', async () => {
    const commits = [{ files: { 'hosts/g14.hosts': '192.0.2.1 db.internal\n' } }];
    const [mesh, named, given] = [
      importing(),
      importing({ nodeFromName: true }),
      importing({ circumstances: { node: 'novox', controller: 'edge' } }),
    ];
    const repository = fixtureRepository(commits);

    for (const one of [mesh, named, given]) await one.git(repository, ['hosts/*']);

    expect(mesh.passes()[0]?.state.roster?.list.entries).toHaveLength(1);
    expect(named.passes().map(toldOf)).toEqual([{ g14: 'planned 192.0.2.1 db.internal' }]);
    expect(given.passes('edge').map(toldOf)).toEqual([{ novox: 'planned 192.0.2.1 db.internal' }]);
  });

  test('two files that declare one node are a problem; the last one counts', async () => {
    const { passes, git: importFrom } = importing();
    const repository = fixtureRepository([
      { files: { 'a.json': declared('ace', '192.0.2.1'), 'b.json': declared('ace', '192.0.2.2') } },
    ]);

    await importFrom(repository, ['.']);

    expect(passes().map(toldOf)).toEqual([{ ace: 'planned db.internal:192.0.2.2' }]);
    expect(passes()[0]?.problems).toEqual([
      { code: 'malformed-node', node: 'ace', text: 'declared by "a.json" and by "b.json"; the last one counts' },
    ]);
  });

  test('names and messages that are no UTF-8 are read as far as they can be', async () => {
    const { passes, git: importFrom } = importing();
    const repository = fixtureRepository([
      {
        author: Buffer.from('J\xf6rg', 'latin1'),
        subject: Buffer.from('gr\xfc\xdfe', 'latin1'),
        encoding: 'ISO-8859-1',
        raw: Buffer.concat([
          Buffer.from('M 100644 inline "caf\\351.json"\ndata '),
          Buffer.from(`${JSON.stringify(declared('ace', '192.0.2.1')).length}\n`),
          Buffer.from(`${JSON.stringify(declared('ace', '192.0.2.1'))}\n`),
        ]),
      },
    ]);

    await importFrom(repository, ['.']);

    expect(passes()[0]?.trigger).toMatchObject({ subject: 'grüße', author: 'Jörg' });
    expect(passes().map(toldOf)).toEqual([{ ace: 'planned db.internal:192.0.2.1' }]);
  });

  test('with SHA-256 is read the same', async () => {
    const { passes, git: importFrom } = importing();
    const repository = fixtureRepository(
      [
        { files: { 'ace.json': declared('ace', '192.0.2.1') } },
        { files: { 'ace.json': declared('ace', '192.0.2.2') } },
      ],
      '--object-format=sha256',
    );

    await importFrom(repository, ['ace.json']);

    expect(passes().map(({ key }) => key?.length)).toEqual([64, 64]);
    expect(passes().map(toldOf)).toEqual([
      { ace: 'planned db.internal:192.0.2.1' },
      { ace: 'planned db.internal:192.0.2.2' },
    ]);
  });

  test('a shallow clone says that history is cut off', async () => {
    const { git: importFrom } = importing();
    const whole = fixtureRepository([
      { files: { 'ace.json': declared('ace', '192.0.2.1') } },
      { files: { 'ace.json': declared('ace', '192.0.2.2') } },
    ]);
    const clone = join(temporaryFolder(), 'clone');
    git('.', 'clone', '--quiet', '--bare', '--depth=1', `file://${whole}`, clone);

    expect(await importFrom(clone, ['ace.json'])).toMatchObject({
      recorded: 1,
      notes: ['the clone is shallow: history before its first commit is cut off (git fetch --unshallow)'],
    });
  });

  test('runs nothing that the repository is configured to run', async () => {
    const { passes, git: importFrom } = importing();
    const folder = temporaryFolder();
    const ran = join(folder, 'ran');
    const repository = fixtureRepository([
      { files: { '.gitattributes': '* diff=evil filter=evil\n', '-x.json': declared('ace', '192.0.2.1') } },
      { files: { '-x.json': declared('ace', '192.0.2.2') } },
    ]);
    const evil = join(folder, 'evil');
    writeFileSync(evil, `#!/bin/sh\ntouch ${ran}\n`, { mode: 0o755 });
    const run = ['core.fsmonitor', 'core.pager', 'diff.external', 'diff.evil.textconv', 'gpg.program'];
    const changed = ['log.showSignature = true', 'log.follow = true', 'log.showRoot = false', 'diff.orderFile = no'];
    writeFileSync(
      join(repository, 'config'),
      [...run.map((name) => `${name} = ${evil}`), ...changed].map(configLine).join(''),
      { flag: 'a' },
    );

    await importFrom(repository, ['-x.json']);

    expect(passes().map(toldOf)).toEqual([
      { ace: 'planned db.internal:192.0.2.1' },
      { ace: 'planned db.internal:192.0.2.2' },
    ]);
    expect(existsSync(ran)).toBe(false);
  });

  test('a link and a submodule are left out, and that is noted', async () => {
    const { git: importFrom } = importing();
    const repository = fixtureRepository([
      {
        files: { 'ace.json': declared('ace', '192.0.2.1') },
        raw: 'M 120000 inline g14.json\ndata 8\nace.json\n',
      },
    ]);

    expect(await importFrom(repository, ['.'])).toMatchObject({
      recorded: 1,
      notes: ['"g14.json" is no regular file: left out'],
    });
  });

  test('of many commits takes as few processes as one of few', async () => {
    const folder = temporaryFolder();
    const calls = join(folder, 'calls');
    const real = execFileSync('sh', ['-c', 'command -v git'], { env: gitEnvironment, encoding: 'utf8' }).trim();
    writeFileSync(join(folder, 'git'), `#!/bin/sh\necho >> ${calls}\nexec ${real} "$@"\n`, { mode: 0o755 });
    const repository = fixtureRepository(
      Array.from({ length: 400 }, (_, index) => ({
        files: {
          'ace.json': declared('ace', `192.0.2.${index % 4 === 0 ? index % 200 : 1}`),
          [`${index % 2}.json`]: { node: `n${index % 2}`, containers: [], index },
        },
      })),
    );
    const env = { ...gitEnvironment, PATH: `${folder}:${gitEnvironment.PATH}` };
    const { history, settings, passes } = importing();
    const tally = openTally();

    await importGit(history, { folder: repository, paths: ['.'], revision: 'main', env }, settings, tally);

    expect(tally.result()).toMatchObject({ recorded: 400, numbers: { first: 1, last: 400 } });
    expect(toldOf(passes()[396] as Pass)).toMatchObject({ ace: 'planned db.internal:192.0.2.196', n1: 'planned' });
    expect(readFileSync(calls, 'utf8')).toBe('\n'.repeat(4));
    expect(history.verify()).toEqual([]);
  });

  test('that lacks a content, as a partial clone does, says so and fetches nothing', async () => {
    const { git: importFrom } = importing();
    const whole = fixtureRepository([{ files: { 'ace.json': declared('ace', '192.0.2.1') } }]);
    git(whole, 'config', 'uploadpack.allowFilter', 'true');
    const clone = join(temporaryFolder(), 'clone');
    git('.', 'clone', '--quiet', '--bare', '--filter=blob:none', `file://${whole}`, clone);

    // versions of git differ in whether they go on
    const told = await importFrom(clone, ['ace.json']).then(
      ({ faults }) => faults[0]?.message,
      ({ message }) => message,
    );

    expect(told).toMatch(/partial/);
    expect(git(clone, 'count-objects')).toBe('0 objects, 0 kilobytes');
  });

  test.skipIf(process.geteuid?.() !== 0)('of another user is told with what would make git trust it', async () => {
    const { git: importFrom } = importing();
    const repository = fixtureRepository([{ files: { 'ace.json': declared('ace', '192.0.2.1') } }]);
    chownSync(repository, 65_534, 65_534);

    const { message, hint } = await faultOf(importFrom(repository, ['ace.json']));

    expect(message).toBe(`"${repository}" belongs to another user, and git does not trust it`);
    expect(hint).toBe(`git config --global --add safe.directory ${repository}`);
  });

  test('of two controllers is a pass of each', async () => {
    const { passes, git: importFrom } = importing();
    const repository = fixtureRepository([
      {
        files: {
          'a.json': declared('ace', '192.0.2.1', { controller: 'mesh' }),
          'b.json': declared('ace', '192.0.2.2', { controller: 'edge' }),
        },
      },
    ]);

    await importFrom(repository, ['.']);

    expect(passes('mesh').map(toldOf)).toEqual([{ ace: 'planned db.internal:192.0.2.1' }]);
    expect(passes('edge').map(toldOf)).toEqual([{ ace: 'planned db.internal:192.0.2.2' }]);
  });

  test("a document's own id and trigger are kept beside those of the commit", async () => {
    const { passes, git: importFrom } = importing();
    const document = {
      pass: 412,
      trigger: 'assign ace',
      at: '2020-01-01T00:00:00Z',
      nodes: [declared('ace', '192.0.2.1')],
    };
    const repository = fixtureRepository([{ files: { 'pass.json': document } }]);

    await importFrom(repository, ['pass.json']);

    expect(passes()[0]).toMatchObject({
      at: firstCommitAt,
      trigger: { subject: 'pass 1', trigger: 'assign ace' },
      extra: { pass: '412' },
    });
  });

  test('no secret of a message or of a file reaches the store', async () => {
    const { history, passes, git: importFrom, query } = importing();
    const repository = fixtureRepository([
      {
        subject: 'rotate password=hunter2hunter2',
        files: { 'ace.json': declared('ace', '192.0.2.1', { env: { A: 'hunter2hunter2' } }) },
      },
    ]);

    await importFrom(repository, ['ace.json']);

    expect(JSON.stringify(passes())).not.toContain('hunter2');
    expect(JSON.stringify(query('SELECT trigger FROM passes'))).not.toContain('hunter2');
    expect(history.verify()).toEqual([]);
  });

  test.each<[string, (repository: string) => [string, string[], string], string]>([
    ['no repository', () => [temporaryFolder(), ['.'], 'HEAD'], 'is no git repository: expected a clone of one'],
    ['no folder', () => ['/nonexistent', ['.'], 'HEAD'], '"/nonexistent" is no folder: expected a git repository'],
    ['no such path', (at) => [at, ['nosuch'], 'main'], 'touches "nosuch"'],
    ['no such revision', (at) => [at, ['.'], 'nosuch'], 'no revision "nosuch" in'],
    ['no commit', () => [fixtureRepository([]), ['.'], 'HEAD'], 'has no commit yet: nothing to import'],
    ['a path outside of it', (at) => [at, ['/etc/hosts'], 'main'], 'outside repository'],
  ])('%s is said in clear words', async (_, given, words) => {
    const repository = fixtureRepository([{ files: { 'ace.json': declared('ace', '192.0.2.1') } }]);
    const { git: importFrom } = importing();

    const { message } = await faultOf(importFrom(...given(repository)));

    expect(message).toContain(words);
  });
});
