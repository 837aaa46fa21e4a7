import { setTimeout as delay } from 'node:timers/promises';
import type { Dispatcher } from 'undici';
import type { Circumstances } from '../../../formats/index.ts';
import type { InputText } from '../../recorder.ts';
import { textOf } from '../../source-file.ts';
import { backoffMs } from '../backoff.ts';
import type { Feed, RunningSource } from '../feed.ts';
import { parsePolledUrl } from './polled-url-address.ts';
import { fetchDocument, type Validators } from './polled-url-exchange.ts';

/** What is polled, how often, and within which limits. */
export interface PolledUrlSettings {
  /** http or https. User info becomes an `Authorization` header. */
  readonly url: string;
  /** From the start of one poll to the start of the next. */
  readonly everyMs: number;
  /** Of one poll, redirects included. */
  readonly timeLimitMs: number;
  /** Of a document, decoded. */
  readonly sizeLimitBytes: number;
  /** Sent to the origin of the URL, and to no other that it redirects to. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly circumstances?: Circumstances;
  /** The format to read with; recognised from the content where it is not named. */
  readonly format?: string;
}

/** A document that was delivered, and what recognises it. */
interface Kept {
  readonly input: InputText;
  readonly validators: Validators;
}

/** A timer that is set to more goes off at once. */
const longestTimerMs = 2 ** 31 - 1;
const page = { exitStatus: 1, standardError: 'a page of several: Link rel="next"' };

/**
 * Polls a URL, the first time at once and never twice at a time. Each answer is delivered, also one that says that nothing
 * changed: it is a look at the present. An HTTP error or none at all is told as away, and is tried ever more rarely.
 * Rejects with a SourceError where the URL can never be polled.
 */
export async function pollUrl(settings: PolledUrlSettings, feed: Feed): Promise<RunningSource> {
  const { everyMs, timeLimitMs, sizeLimitBytes, circumstances, format } = settings;
  const { url, authorization, label } = parsePolledUrl(settings.url);
  const headers = {
    ...(authorization === null ? {} : { authorization }),
    ...Object.fromEntries(Object.entries(settings.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value])),
  };
  const { Agent } = await import('undici');
  // one limit on the whole is enough
  const agent = new Agent({ headersTimeout: 0, bodyTimeout: 0, connect: { timeout: 0 } });
  const closing = new AbortController();
  let kept: Kept | null = null;

  /** One poll. Gives why there was no answer; null where there was one. */
  async function poll(): Promise<string | null> {
    const stop = new AbortController();
    const onClose = () => stop.abort();
    closing.signal.addEventListener('abort', onClose);
    const timer = setTimeout(onClose, Math.min(timeLimitMs, longestTimerMs));
    try {
      kept = await look(agent, stop.signal);
      return null;
    } catch (fault) {
      return stop.signal.aborted ? `no whole answer within ${timeLimitMs / 1000} s` : faultWords(fault);
    } finally {
      clearTimeout(timer);
      closing.signal.removeEventListener('abort', onClose);
    }
  }

  async function look(dispatcher: Dispatcher, signal: AbortSignal): Promise<Kept> {
    const question = { url, headers, validators: kept?.validators ?? {}, sizeLimitBytes };
    const answered = await fetchDocument(question, dispatcher, signal);
    if (answered.kind === 'unchanged') {
      if (kept === null) throw new Error('HTTP 304 Not Modified, though no document was asked about');
      return kept;
    }
    const input = {
      label,
      ...textOf(answered.bytes),
      error: null,
      circumstances: { ...circumstances, ...(answered.hasNext ? page : {}) },
      ...(format === undefined ? {} : { format }),
    };
    return { input, validators: answered.validators };
  }

  async function run(): Promise<void> {
    for (let failures = 0; !closing.signal.aborted; ) {
      const startedAt = performance.now();
      const fault = await poll();
      if (closing.signal.aborted) return;
      failures = fault === null ? 0 : failures + 1;
      if (fault !== null) feed.away(fault);
      else await deliver((kept as Kept).input);
      const pauseMs = failures === 0 ? everyMs : Math.max(everyMs, backoffMs(failures));
      const leftMs = Math.max(0, startedAt + pauseMs - performance.now());
      await delay(Math.min(leftMs, longestTimerMs), undefined, { signal: closing.signal }).catch(() => {});
    }
  }

  async function deliver(input: InputText): Promise<void> {
    try {
      await feed.deliver(input);
    } catch (fault) {
      feed.notice(`what was polled could not be recorded: ${(fault as Error).message}`);
    }
  }

  const running = run();
  return {
    label,
    async close() {
      closing.abort();
      await running;
      await agent.destroy();
    },
  };
}

/** With what would help. A connection that was tried at several addresses has a message for each, and none of its own. */
function faultWords(fault: unknown): string {
  const { message, errors, hint } = fault as Error & { errors?: readonly Error[]; hint?: string | null };
  const words = message || (errors?.[0]?.message ?? 'no connection');
  return hint ? `${words} (${hint})` : words;
}
