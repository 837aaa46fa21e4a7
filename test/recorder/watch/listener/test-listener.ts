import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type InputText, openRecorder, type Recorded } from '../../../../src/recorder/recorder.ts';
import type { Feed } from '../../../../src/recorder/watch/feed.ts';
import { type ListenerSettings, listenForPasses } from '../../../../src/recorder/watch/listener/listen.ts';
import { curl } from '../../../support/curl.ts';
import { now, temporaryFolder, temporaryStore } from '../../../support/temporary-store.ts';

export const token = 'kite-Marble-73';
export const bearer = ['-H', `Authorization: Bearer ${token}`];
export const document = (pass: string) => JSON.stringify({ pass, nodes: [{ node: 'g14', containers: [] }] });

/** A listener on a socket until the test ends, with what curl needs to reach it. */
export async function listening(feed: Feed, parts: Partial<ListenerSettings> = {}) {
  const path = join(temporaryFolder(), 'push.sock');
  const settings = { at: { kind: 'unix', path }, token, sizeLimitBytes: 100_000, idleMs: 5000 } as const;
  const source = await listenForPasses({ ...settings, ...parts }, feed);
  onTestFinished(() => source.close());
  const ask = (route: string, args: readonly string[], input?: string | Uint8Array) =>
    curl(['--unix-socket', path, ...args, `http://localhost${route}`], input);
  const push = (text: string, { query = '', args = bearer as readonly string[] } = {}) =>
    ask(`/passes${query}`, [...args, '--data-binary', '@-'], text);
  return { source, path, ask, push };
}

/** A listener that records into a store of its own. */
export async function recording(parts: Partial<ListenerSettings> = {}) {
  const { history, passes } = temporaryStore();
  const recorder = openRecorder(history, { quietGapMs: 2000, now: () => now });
  const feed = feedOf(async (input) => [...recorder.take(input), ...recorder.finish()]);
  return { ...(await listening(feed, parts)), passes };
}

/** A feed that does what it is told with each delivery. */
export function feedOf(deliver: (input: InputText) => Promise<readonly Recorded[]>) {
  const notices: string[] = [];
  return { deliver, away: () => {}, notice: (words: string) => void notices.push(words), notices };
}

export const nothing: Feed = feedOf(async () => []);

/** Writes a request by hand. */
export function connected(path: string, text: string): Socket {
  const socket = connect(path, () => socket.write(text));
  onTestFinished(() => void socket.destroy());
  return socket.setEncoding('utf8').on('error', () => {});
}

export const json = (text: string) => JSON.parse(text) as unknown;
