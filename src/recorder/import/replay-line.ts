import { type Circumstances, type Input, UnreadableInput } from '../../formats/index.ts';
import { type Json, type JsonObject, jsonText } from '../../roster/index.ts';

/** A line that is a pass: the text that it holds, or that it is, and what it says besides. */
export interface ReplayLine {
  readonly text: Input['text'];
  readonly circumstances: Circumstances;
  /** What stands beside a hosts file, where that does not tell what started the pass. */
  readonly trigger: Json;
}

const ownKeys = ['at', 'hosts', 'node', 'pass', 'trigger', 'controller'];

/**
 * Reads a line of the plain form: `{"at": …, "hosts": "text of a hosts file"}`, with `node`, `pass` and `trigger` where
 * they are known; or a pass document or declaration with `at`. `occurrence` counts the lines so far with this instant and
 * this node, and so tells the ids of two of them apart. Throws {@link UnreadableInput}.
 */
export function parseReplayLine(
  value: JsonObject,
  text: string,
  { readWall, occurrence }: { readWall(text: string): number | null; occurrence(at: number, node: string): number },
): ReplayLine {
  const at = instantOf(value.at, readWall);
  if (at === null) {
    const found = value.at === undefined ? 'nothing' : JSON.stringify(value.at).slice(0, 60);
    throw new UnreadableInput(`"at" is no time: expected RFC 3339 or seconds since the epoch, found ${found}`, {
      hint: '{"at": "2026-03-01T10:00:00Z", "hosts": "192.0.2.1 g14.internal"}',
    });
  }
  const node = typeof value.node === 'string' && value.node !== '' ? value.node : null;
  const times = occurrence(at, node ?? '');
  const instant = new Date(at).toISOString().replace('.000Z', 'Z');
  const circumstances: Circumstances = {
    at,
    key: typeof value.pass === 'string' || typeof value.pass === 'number' ? String(value.pass) : keyOf(instant, times),
    ...(typeof value.controller === 'string' ? { controller: value.controller } : {}),
    ...(node === null ? {} : { node }),
  };
  if (typeof value.hosts !== 'string') return { text, circumstances, trigger: null };
  const rest = Object.entries(value).filter(([key]) => !ownKeys.includes(key));
  const beside = rest.length === 0 ? null : (Object.fromEntries(rest) as JsonObject);
  return { text: value.hosts, circumstances, trigger: value.trigger ?? beside };
}

function keyOf(instant: string, times: number): string {
  return times === 1 ? instant : `${instant}#${times}`;
}

/** Thirteen digits are milliseconds. */
function instantOf(value: Json | undefined, readWall: (text: string) => number | null): number | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  const text = jsonText(value).trim();
  if (/^\d{13}$/.test(text)) return Number(text);
  if (/^\d{9,10}(?:\.\d+)?$/.test(text)) return Math.round(Number(text) * 1000);
  return typeof value === 'string' ? readWall(text) : null;
}
