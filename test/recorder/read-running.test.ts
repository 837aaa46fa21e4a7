import { readdirSync, rmSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { UnreadableInput } from '../../src/formats/index.ts';
import { type History, openForReading } from '../../src/history/index.ts';
import { defaultQuietGapMs, openRecorder, runningReader } from '../../src/recorder/index.ts';
import type { Pass } from '../../src/roster/index.ts';
import { now, temporaryStore } from '../support/temporary-store.ts';

const secret = 'kite-Marble-73';
const hosts = ['db.internal:192.0.2.1', `token:${secret}`];

/** What docker inspect prints of one container with these host entries, and a secret among its variables. */
function inspection(entries: readonly string[] = hosts, more: object = {}): string {
  return JSON.stringify([
    {
      Id: 'f'.repeat(64),
      Name: '/web',
      State: {},
      Config: { Env: [`SESSION=${secret}`] },
      HostConfig: { ExtraHosts: entries },
    },
    ...('Id' in more ? [more] : []),
  ]);
}

const input = (text: string | null, more: object = {}) => ({ label: 'web.json', text, error: null, ...more });

/** A store in which a declaration of `web` with these entries was recorded, and what a reader of it is. */
function recorded(entries: readonly string[]): { file: string; folder: string; reader: History } {
  const { history, file, folder } = temporaryStore();
  const recorder = openRecorder(history, { quietGapMs: defaultQuietGapMs, now: () => now });
  const declaration = JSON.stringify({ node: 'novox', containers: [{ name: 'web', hosts: entries }] });
  for (const _ of recorder.take(input(declaration)));
  for (const _ of recorder.finish());
  return { file, folder, reader: openForReading(file) };
}

function faultOf(work: () => unknown): unknown {
  try {
    return work();
  } catch (fault) {
    return fault;
  }
}

describe('what runs', () => {
  test('holds the digests that the store holds of the same', () => {
    const { reader } = recorded(hosts);

    const { containers, shortfall } = runningReader(reader)(input(inspection()));

    const pass = reader.passes('default', 1, 1).next().value as Pass;
    expect(containers[0]?.hosts.digest).toBe(pass.state.nodes.get('novox')?.containers.get('web')?.hosts.digest);
    expect([containers.length, shortfall, JSON.stringify(containers).includes(secret)]).toEqual([1, null, false]);
    reader.close();
  });

  test('is read with no key where the store has none, and none is made', () => {
    const { file, folder, reader } = recorded(['db.internal:192.0.2.1']);
    rmSync(`${file}.key`);

    const { containers } = runningReader(reader)(input(inspection()));

    expect(JSON.stringify(containers)).not.toContain(secret);
    expect(containers[0]?.hosts.entries[1]?.address).toMatch(/^hmac:[0-9a-f]{32}$/);
    expect(readdirSync(folder).filter((name) => name.endsWith('.key'))).toEqual([]);
    reader.close();
  });

  test('says what is not shown', () => {
    const { reader } = recorded([]);
    const read = runningReader(reader);

    expect(read(input(inspection(), { exitStatus: 1, standardError: `password=${secret} went` })).shortfall).toEqual({
      error: expect.stringMatching(/^(?!.*kite).*went/),
      missing: 'containers',
    });
    expect(read(input(inspection(['db.internal:']))).shortfall).toMatchObject({ missing: 'addresses' });
    reader.close();
  });

  test('is not to be had of what no inspect prints, and no secret is in the words', () => {
    const { reader } = recorded([]);
    const read = runningReader(reader);

    for (const text of [
      '',
      `password=${secret}`,
      `{"password":"${secret}"`,
      '[{"Id":"x","Names":["web"],"Image":"i"}]',
      null,
    ]) {
      const fault = faultOf(() => read(input(text)));
      expect(fault).toBeInstanceOf(UnreadableInput);
      expect(String(fault)).not.toContain(secret);
    }
    const deep = faultOf(() => read(input(`${'['.repeat(100_000)}${']'.repeat(100_000)}`)));
    expect(deep).toBeInstanceOf(UnreadableInput);
    expect(() => read(input(null, { error: 'no such file' }))).toThrow('no such file');
    reader.close();
  });
});
