import { chmodSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { openForReading } from '../../src/history/index.ts';
import { openDigestKey } from '../../src/recorder/digest-key.ts';
import { asNobody } from '../support/as-nobody.ts';
import { buildProgram, removeProgram, run } from '../support/spawn.ts';
import { storeFaultOf } from '../support/store-fault.ts';
import { temporaryFolder, temporaryStore } from '../support/temporary-store.ts';

describe('the key of the digests', () => {
  test('is made once, beside the store, for its owner alone', () => {
    const { history, folder, file } = temporaryStore();

    const first = openDigestKey(history);
    const made = readFileSync(`${file}.key`);
    const second = openDigestKey(history);

    expect(made).toHaveLength(32);
    expect((statSync(`${file}.key`).mode & 0o777).toString(8)).toBe('600');
    expect(readFileSync(`${file}.key`)).toEqual(made);
    expect(second.digestSecret('hunter2')).toBe(first.digestSecret('hunter2'));
    expect(first.digestSecret('hunter2')).toMatch(/^hmac:[0-9a-f]{32}$/);
    expect(first.digestSecret('hunter3')).not.toBe(first.digestSecret('hunter2'));
    expect(readdirSync(folder).sort()).toEqual(['history.db', 'history.db-shm', 'history.db-wal', 'history.db.key']);
  });

  test('differs from store to store', () => {
    const digests = [temporaryStore(), temporaryStore()].map(({ history }) => openDigestKey(history).digestSecret('x'));

    expect(digests[0]).not.toBe(digests[1]);
  });

  test('only its fingerprint is in the store', () => {
    const { history, file } = temporaryStore();
    const key = openDigestKey(history);

    key.confirm();

    const bytes = readFileSync(`${file}.key`);
    const stored = Buffer.concat([file, `${file}-wal`].map((path) => readFileSync(path)));
    expect(history.findSetting('digest-key')).toMatch(/^[0-9a-f]{32}$/);
    expect(
      [bytes, Buffer.from(bytes.toString('hex')), Buffer.from(bytes.toString('base64'))].map((form) =>
        stored.includes(form),
      ),
    ).toEqual([false, false, false]);
  });

  test('that was lost is noticed until a pass has said so', () => {
    const { history, file } = temporaryStore();
    const before = openDigestKey(history);
    before.confirm();
    rmSync(`${file}.key`);

    const after = openDigestKey(history);
    const again = openDigestKey(history);

    expect([before, after, again].map((key) => key.isReplaced())).toEqual([false, true, true]);
    expect(after.digestSecret('x')).not.toBe(before.digestSecret('x'));
    after.confirm();
    expect([after, openDigestKey(history)].map((key) => key.isReplaced())).toEqual([false, false]);
  });

  test.each([0, 31, 33])('of %i bytes is refused: it would digest secrets with what anyone can guess', (length) => {
    const { history, file } = temporaryStore();
    writeFileSync(`${file}.key`, Buffer.alloc(length));

    expect(storeFaultOf(() => openDigestKey(history))).toEqual({
      message: `"${file}.key" is no key: found ${length} bytes, expected 32`,
      hint: 'put it back from a backup, or remove it: a new one is made, and each secret then looks changed once',
      damaged: false,
    });
  });

  test('that cannot be read or made is an error that says where', () => {
    const { history, file, folder } = temporaryStore();
    chmodSync(folder, 0o555);

    asNobody(() => {
      expect(storeFaultOf(() => openDigestKey(history))).toEqual({
        message: expect.stringContaining(`"${file}.key": permission denied, open '${file}.key.`),
        hint: 'the key of the secrets lies beside the store: check the owner and the mode of both',
        damaged: false,
      });
    });
  });
});

describe('several recorders at their first start', () => {
  let program: string;
  beforeAll(async () => {
    program = await buildProgram('recording-process');
  });
  afterAll(() => removeProgram(program));

  test('agree on one key', async () => {
    const folder = temporaryFolder();
    const file = join(folder, 'store', 'history.db');
    const inputs = ['a', 'b', 'c', 'd'].map((node) => {
      const path = join(folder, `${node}.json`);
      writeFileSync(
        path,
        JSON.stringify({ controller: node, node, containers: [{ name: 'web', env: { A: 'hunter2' } }] }),
      );
      return path;
    });

    await Promise.all(inputs.map((path) => run(program, [file, path]).ended()));

    const history = openForReading(file);
    onTestFinished(() => history.close());
    const digests = history.controllers().map((controller) => {
      const [pass] = [...history.passes(controller, 1, 99)];
      return pass?.state.nodes.get(controller)?.containers.get('web')?.spec.value.env as { A: string };
    });
    expect(digests).toHaveLength(4);
    expect(new Set(digests.map(({ A }) => A)).size).toBe(1);
    expect(readdirSync(join(folder, 'store')).filter((name) => name.includes('.key'))).toEqual(['history.db.key']);
    expect(
      history
        .controllers()
        .flatMap((controller) => [...history.passes(controller, 1, 99)].flatMap(({ problems }) => problems)),
    ).toEqual([]);
  });
});
