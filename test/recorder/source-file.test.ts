import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readSource } from '../../src/recorder/source-file.ts';
import { buildProgram, removeProgram, run } from '../support/spawn.ts';
import { temporaryFolder } from '../support/temporary-store.ts';

/** A folder with files of these contents. */
function folderOf(files: Readonly<Record<string, string | Uint8Array>>): string {
  const folder = temporaryFolder();
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  return folder;
}

const labels = (path: string) => [...readSource(path)].map(({ label }) => label);

describe('a file', () => {
  test('is one source, called by its own name', () => {
    const folder = folderOf({ 'pass-1.json': '{}' });

    expect([...readSource(join(folder, 'pass-1.json'))]).toEqual([{ label: 'pass-1.json', text: '{}', error: null }]);
  });

  test('has beside it how the command that wrote it ended', () => {
    const folder = folderOf({
      'a.json': '{}',
      'a.status': '3\n',
      'a.stderr': ' timed out\n',
      'b.json': '{}',
      'b.status': '0',
    });

    expect(['a.json', 'b.json'].flatMap((name) => [...readSource(join(folder, name))])).toEqual([
      { label: 'a.json', text: '{}', error: null, exitStatus: 3, standardError: 'timed out' },
      { label: 'b.json', text: '{}', error: null, exitStatus: 0 },
    ]);
  });

  test.each([
    ['', 'nothing'],
    ['killed', 'one line of 6 characters without a blank'],
    ['-1', 'one line of 2 characters without a blank'],
    ['1.5', 'one line of 3 characters without a blank'],
    ['12345678901234567890123', 'one line of 23 characters without a blank'],
  ])('with the status %j cannot be believed, for it may be that of a failure', (status, found) => {
    const folder = folderOf({ 'a.json': '{}', 'a.status': status });

    expect([...readSource(join(folder, 'a.json'))]).toEqual([
      { label: 'a.json', text: null, error: `"a.status" is no exit status: expected a number, found ${found}` },
    ]);
  });

  test('that is missing is a source without a text, with the reason', () => {
    const path = join(temporaryFolder(), 'none.json');

    expect([...readSource(path)]).toEqual([
      { label: 'none.json', text: null, error: `no such file or directory, open '${path}'` },
    ]);
  });

  test('whose sidecar cannot be read is one too', () => {
    const folder = folderOf({ 'a.json': '{}' });
    mkdirSync(join(folder, 'a.stderr'));

    expect([...readSource(join(folder, 'a.json'))]).toEqual([
      { label: 'a.json', text: null, error: 'illegal operation on a directory, read' },
    ]);
  });

  test('whose sidecar is a pipe is not waited for', () => {
    const folder = folderOf({ 'a.json': '{}' });
    execFileSync('mkfifo', [join(folder, 'a.status')]);

    expect([...readSource(join(folder, 'a.json'))]).toEqual([
      { label: 'a.json', text: null, error: '"a.status" is a pipe: expected a file' },
    ]);
  });

  test('in UTF-16 or with bytes that are no text is read as well as it can be', () => {
    const folder = folderOf({
      'wide.json': Buffer.from('\ufeff{}', 'utf16le'),
      'torn.json': Buffer.from([0x7b, 0xff, 0x7d]),
    });

    expect([...readSource(folder)]).toEqual([
      { label: 'torn.json', error: null, text: '{\ufffd}', undecodableAt: 1 },
      { label: 'wide.json', error: null, text: '{}' },
    ]);
  });

  test('over the limit is not read, and neither is one with such a sidecar', () => {
    const folder = folderOf({
      'a.json': 'x'.repeat(11),
      'b.json': 'x'.repeat(10),
      'c.json': '',
      'c.stderr': 'x'.repeat(11),
    });
    const tooLarge = {
      text: null,
      error: 'larger than the size limit: found 11 bytes, expected at most 10 bytes',
      hint: '--size-limit 40B',
    };

    expect([...readSource(folder, 10)]).toEqual([
      { label: 'a.json', ...tooLarge },
      { label: 'b.json', error: null, text: 'x'.repeat(10) },
      { label: 'c.json', ...tooLarge },
    ]);
  });

  test('that never ends is read to the limit, and one of a device to its end', () => {
    expect(['/dev/zero', '/dev/null'].flatMap((path) => [...readSource(path, 100_000)])).toEqual([
      {
        label: 'zero',
        text: null,
        error: 'larger than the size limit: found more than 98 KiB, expected at most 98 KiB',
        hint: '--size-limit 391KiB',
      },
      { label: 'null', error: null, text: '' },
    ]);
  });

  test('that is a pipe is read to its end', async () => {
    const pipe = join(temporaryFolder(), 'pipe');
    execFileSync('mkfifo', [pipe]);
    const writing = spawn('sh', ['-c', 'printf hello > "$0"', pipe]);

    const read = [...readSource(pipe)];
    await once(writing, 'close');

    expect(read).toEqual([{ label: 'pipe', error: null, text: 'hello' }]);
  });
});

describe('a directory', () => {
  test('is its inputs, numbers in their names in order', () => {
    const folder = folderOf(
      Object.fromEntries(
        ['10.json', '2.json', '1.json', '01.json', 'a10', 'a9', 'b.txt', 'c.hosts', 'D.JSON'].map((name) => [name, '']),
      ),
    );

    expect(labels(folder)).toEqual([
      '01.json',
      '1.json',
      '2.json',
      '10.json',
      'a9',
      'a10',
      'b.txt',
      'c.hosts',
      'D.JSON',
    ]);
  });

  test('skips what is no input: other endings, hidden files, folders, pipes', () => {
    const folder = folderOf({
      'a.json': '',
      'README.md': '',
      '.hidden': '',
      '.b.json': '',
      'a.status': '0',
      'a.stderr': '',
      'x.json~': '',
    });
    mkdirSync(join(folder, 'inner.json'));
    execFileSync('mkfifo', [join(folder, 'pipe')]);
    symlinkSync(join(folder, 'inner.json'), join(folder, 'linked-folder'));

    expect(labels(folder)).toEqual(['a.json']);
  });

  test('takes a link for what it leads to, and one that leads nowhere as an input that cannot be read', () => {
    const folder = folderOf({ 'a.json': 'x' });
    symlinkSync(join(folder, 'a.json'), join(folder, 'b.json'));
    symlinkSync(join(folder, 'none'), join(folder, 'c.json'));

    expect([...readSource(folder)].map(({ label, text }) => [label, text])).toEqual([
      ['a.json', 'x'],
      ['b.json', 'x'],
      ['c.json', null],
    ]);
  });

  test('that is empty, or without inputs, is a source that gave nothing, and says so', () => {
    const empty = join(temporaryFolder(), 'empty');
    mkdirSync(empty);
    const words =
      'no input in the directory: expected files ending in .json, .yaml, .hosts or .txt, or without an ending, found';

    expect([...readSource(empty)]).toEqual([{ label: 'empty', text: null, error: `${words} nothing` }]);
    writeFileSync(join(empty, 'README.md'), '');
    expect([...readSource(empty)]).toEqual([{ label: 'empty', text: null, error: `${words} 1 of other kinds` }]);
  });

  test('is read one input at a time, as they are asked for', () => {
    const folder = folderOf({ '1.json': 'a', '2.json': 'b' });
    const sources = readSource(folder);
    sources.next();

    writeFileSync(join(folder, '2.json'), 'c');

    expect(sources.next().value).toEqual({ label: '2.json', text: 'c', error: null });
  });
});

describe('standard input', () => {
  let program: string;
  beforeAll(async () => {
    program = await buildProgram('reading-process');
  });
  afterAll(() => removeProgram(program));

  test('is read to its end, however it comes', async () => {
    const long = 'x'.repeat(200_000);

    const [read, empty] = await Promise.all([
      run(program, ['-'], Buffer.from(long)).ended(),
      run(program, ['-'], Buffer.alloc(0)).ended(),
    ]);

    expect(read).toEqual([JSON.stringify([{ label: 'standard input', error: null, text: long }])]);
    expect(empty).toEqual([JSON.stringify([{ label: 'standard input', error: null, text: '' }])]);
  });

  test('that is closed is a source without a text', () => {
    const out = execFileSync('bash', ['-c', 'exec "$0" "$1" - <&-', process.execPath, program], { encoding: 'utf8' });

    expect(JSON.parse(out)).toMatchObject([{ label: 'standard input' }]);
  });
});
