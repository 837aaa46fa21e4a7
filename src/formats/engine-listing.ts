import { isJsonObject } from '../roster/index.ts';
import { UnreadableInput } from './unreadable-input.ts';

/** A line of a listing is shorter; what is longer is not parsed only to look at it. */
const longestLine = 20_000;

/** Says whether a value is what `podman ps --format json`, or an engine's `/containers/json`, gives: containers without host entries. */
export function isEngineListing(value: unknown): boolean {
  const row: unknown = Array.isArray(value) ? value[0] : value;
  if (!isJsonObject(row) || 'Config' in row) return false;
  return typeof (row.Id ?? row.ID) === 'string' && 'Names' in row && 'Image' in row;
}

/** Says whether a text that is no JSON as a whole is what `docker ps` or `podman ps` prints: a table, or docker's JSON object a line. */
export function isEngineListingText(text: string): boolean {
  if (/^\s*CONTAINER ID\s+IMAGE\s/.test(text)) return true;
  const [first = '', second = ''] = text
    .slice(0, 2 * longestLine)
    .trimStart()
    .split('\n', 2);
  if (!second.startsWith('{') || !first.includes('"Names"') || first.length > longestLine) return false;
  try {
    return isEngineListing(JSON.parse(first));
  } catch {
    return false;
  }
}

/** The fault of such an input, with the command that prints what is meant. */
export function engineListingFault(): UnreadableInput {
  return new UnreadableInput(
    'a list of containers, as docker ps or podman ps prints it, holds no host entries: expected what inspect prints',
    { hint: 'docker inspect $(docker ps --all --quiet), or the same with podman' },
  );
}
