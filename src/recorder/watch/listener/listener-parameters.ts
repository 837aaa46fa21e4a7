import * as z from 'zod/mini';
import { type Circumstances, formatNames } from '../../../formats/index.ts';

/** What a push says of its document besides: query parameters, or headers named `Roster-History-` and the parameter. */
export interface PushParameters {
  readonly circumstances: Circumstances;
  readonly format: string | null;
}

/** A parameter that is not known or cannot be, in words for whoever pushed. */
export class ParameterFault extends Error {
  override readonly name = 'ParameterFault';
}

const names = ['node', 'pass', 'controller', 'at', 'trigger', 'format', 'exit-status', 'error'] as const;
type Name = (typeof names)[number];
const headerPrefix = 'roster-history-';
const instant = z.iso.datetime({ offset: true });

/** Reads what the flags of `record` are to a command. Throws {@link ParameterFault}. */
export function parsePushParameters(
  query: URLSearchParams,
  headers: Iterable<readonly [string, string]>,
  ownFormat: string | null,
): PushParameters {
  const given = new Map<Name, string>();
  const take = (name: string, value: string) => {
    if (!isName(name)) throw new ParameterFault(`no parameter ${JSON.stringify(name)}: expected ${names.join(', ')}`);
    if (given.has(name)) throw new ParameterFault(`"${name}" is given twice`);
    given.set(name, value);
  };
  for (const [name, value] of query) take(name, value);
  for (const [name, value] of headers) {
    if (name.startsWith(headerPrefix)) take(name.slice(headerPrefix.length), utf8Of(value));
  }
  const filled = (name: Name) => filledText(name, given.get(name));
  const at = given.get('at');
  const exitStatus = given.get('exit-status');
  return {
    circumstances: {
      ...member('node', filled('node')),
      ...member('controller', filled('controller')),
      ...member('key', filled('pass')),
      ...member('at', at === undefined ? undefined : instantOf(at)),
      ...member('trigger', given.get('trigger')),
      ...member('exitStatus', exitStatus === undefined ? undefined : exitStatusOf(exitStatus)),
      ...member('standardError', given.get('error')),
    },
    format: formatOf(given.get('format'), ownFormat),
  };
}

function isName(name: string): name is Name {
  return (names as readonly string[]).includes(name);
}

function member<K extends string, V>(key: K, value: V | undefined): { [key in K]?: V } {
  return value === undefined ? {} : ({ [key]: value } as { [key in K]: V });
}

function filledText(name: Name, value: string | undefined): string | undefined {
  if (value === '') throw new ParameterFault(`"${name}" is empty`);
  return value;
}

function instantOf(text: string): number {
  if (/^@\d{1,12}$/.test(text)) return Number(text.slice(1)) * 1000;
  // in a query, a "+" that was not escaped has become a space
  const time = text
    .replace(/ (?=\d\d:\d\d$)/, '+')
    .replace(/[ t]/, 'T')
    .replace(/z$/, 'Z');
  if (z.safeParse(instant, time).success) return Date.parse(time);
  throw new ParameterFault(
    `"at" ${JSON.stringify(text)} is no time: expected RFC 3339 with an offset, such as 2026-09-29T22:46:03Z, or @EPOCH`,
  );
}

function exitStatusOf(text: string): number {
  if (/^\d{1,3}$/.test(text)) return Number(text);
  const found = JSON.stringify(text);
  throw new ParameterFault(`"exit-status" ${found} is no exit status: expected a number from 0 to 255`);
}

function formatOf(text: string | undefined, ownFormat: string | null): string | null {
  if (text === undefined || text === ownFormat) return ownFormat;
  const known = formatNames();
  if (known.includes(text)) return text;
  throw new ParameterFault(`no format ${JSON.stringify(text)}: expected ${known.join(', ')}`);
}

/** Node reads headers byte by byte; what people write into them is UTF-8. */
function utf8Of(value: string): string {
  return Buffer.from(value, 'latin1').toString('utf8');
}
