import { isJsonObject, type Json, type JsonObject } from '../roster/index.ts';

/** The paths at which two specs differ, sorted: `env.LOG_LEVEL`, `labels["com.example.tier"]`, `args[2]`. Never a value. */
export function specPaths(before: JsonObject, after: JsonObject): string[] {
  return pathsBelow('', before, after).sort();
}

function pathsBelow(path: string, before: Json | undefined, after: Json | undefined): string[] {
  if (isJsonObject(before) && isJsonObject(after)) return memberPaths(path, before, after);
  if (Array.isArray(before) && Array.isArray(after)) return elementPaths(path, before, after);
  return before === after ? [] : [path];
}

function memberPaths(path: string, before: JsonObject, after: JsonObject): string[] {
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...keys].flatMap((key) => pathsBelow(joined(path, key), own(before, key), own(after, key)));
}

function elementPaths(path: string, before: readonly Json[], after: readonly Json[]): string[] {
  const [variablesBefore, variablesAfter] = [variablesOf(before), variablesOf(after)];
  if (variablesBefore && variablesAfter) {
    const paths = memberPaths(path, variablesBefore, variablesAfter);
    return paths.length === 0 && before.join('\n') !== after.join('\n') ? [path] : paths;
  }
  const length = Math.max(before.length, after.length);
  return Array.from({ length }).flatMap((_, index) => pathsBelow(`${path}[${index}]`, before[index], after[index]));
}

/** A list of `KEY=value` texts, be it empty, as a map, so that a path can name the key; null where it is another list. */
function variablesOf(list: readonly Json[]): JsonObject | null {
  const pairs = list.map((entry) => (typeof entry === 'string' ? /^([A-Za-z_][\w.]*)=(.*)$/s.exec(entry) : null));
  if (pairs.includes(null)) return null;
  return Object.fromEntries(pairs.map((pair) => [pair?.[1], pair?.[2] ?? null])) as JsonObject;
}

function own(object: JsonObject, key: string): Json | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

function joined(path: string, key: string): string {
  if (!/^[\w-]+$/.test(key)) return `${path}[${JSON.stringify(key)}]`;
  return path === '' ? key : `${path}.${key}`;
}
