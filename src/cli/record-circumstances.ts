import { type Circumstances, formatNames } from '../formats/index.ts';
import type { ProgramOptions } from './program-options.ts';
import type { RecordOptions } from './record-command.ts';
import { findNear } from './suggestion.ts';
import type { Surroundings } from './surroundings.ts';
import { parseTime } from './time-reference.ts';
import { timeWriter } from './time-writer.ts';
import { UserError } from './user-error.ts';

/** What the flags of `record` say of an input. Throws {@link UserError} where one of them cannot be. */
export function recordCircumstances(
  options: RecordOptions,
  program: ProgramOptions,
  surroundings: Surroundings,
): Circumstances {
  const { node, pass, trigger, error, logPattern } = options;
  if (node === '') throw new UserError('--node is empty: expected the name of a node', { hint: '--node novox' });
  // the zone is asked for only where it is needed
  const zone = () => timeWriter(program.tz, surroundings).zone;
  return {
    now: surroundings.now(),
    readWall: (text, limit) => parseTime(text, { now: limit, zone: zone() }),
    ...(node === undefined ? {} : { node }),
    ...(program.controller === undefined ? {} : { controller: program.controller }),
    ...(pass === undefined ? {} : { key: pass }),
    ...(trigger === undefined ? {} : { trigger }),
    ...(options.at === undefined ? {} : { at: instantOf(options.at, surroundings.now(), zone()) }),
    ...(options.exitStatus === undefined ? {} : { exitStatus: exitStatusOf(options.exitStatus) }),
    ...(error === undefined ? {} : { standardError: error }),
    ...(logPattern === undefined ? {} : { logPattern }),
  };
}

/** The name of a known format, or of a mapping as `mapped:NAME`. Throws {@link UserError} for any other. */
export function knownFormat(name: string, mappings: ReadonlyMap<string, string> = new Map()): string {
  const known = [...formatNames(), ...[...mappings.keys()].map((mapping) => `mapped:${mapping}`)];
  if (name === 'mapped' && mappings.size === 1) return name;
  if (known.includes(name)) return name;
  throw new UserError(`no format "${name}": expected ${known.join(', ')}`, {
    hint: `--format ${findNear(name, known) ?? known[0]}`,
  });
}

function instantOf(text: string, now: number, zone: string): number {
  const at = parseTime(text, { now, zone });
  if (at !== null) return at;
  throw new UserError(`--at "${text}" is no time: expected RFC 3339, 22:40, "2h ago" or @EPOCH`, {
    hint: '--at 2026-09-29T22:46:03+02:00',
  });
}

function exitStatusOf(text: string): number {
  if (/^\d{1,3}$/.test(text)) return Number(text);
  throw new UserError(`--exit-status "${text}" is no exit status: expected a number from 0 to 255`, {
    hint: '--exit-status 1',
  });
}
