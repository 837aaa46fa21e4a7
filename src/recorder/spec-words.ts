import { isJsonObject, type Json, type JsonObject, type Spec, type UntoldReason } from '../roster/index.ts';
import { addHostWords } from './host-words.ts';
import { variablesIn } from './variables.ts';

/** The words of a spec that could be names of the mesh, and why there may be others. They never leave the process. */
export interface SpecWords {
  /** Each between two line feeds: a set of as many texts takes ten times the memory, and holds whole secrets that they are cut out of. */
  readonly lines: string;
  readonly untold: UntoldReason | null;
}

const wordsOfSpecs = new WeakMap<Spec, SpecWords>();

/** Keeps the words of a spec beside the spec that is left when its secrets are hidden. */
export function keepWords(spec: Spec, words: SpecWords): Spec {
  wordsOfSpecs.set(spec, words);
  return spec;
}

/** The words that were kept; null where there are none. */
export function findWords(spec: Spec): SpecWords | null {
  return wordsOfSpecs.get(spec) ?? null;
}

/** A part of a spec that is looked at. */
type Part = 'environment' | 'arguments' | 'labels' | 'mounts';

/** The keys of all formats that hold such a part, in lower case and without `_` and `-`. */
const parts: ReadonlyMap<string, Part> = new Map([
  ...['env', 'environment', 'envs'].map((key) => [key, 'environment'] as const),
  ...['args', 'argv', 'arguments', 'command', 'cmd', 'entrypoint', 'healthcheck'].map(
    (key) => [key, 'arguments'] as const,
  ),
  ...['labels', 'annotations'].map((key) => [key, 'labels'] as const),
  ...['mounts', 'volumes', 'binds', 'volumemounts', 'tmpfs'].map((key) => [key, 'mounts'] as const),
]);

/** Keys of a spec under which files and stores are named that hold a part of its environment. */
const filesOfEnvironment = new Set(['envfile', 'envfiles', 'envfrom', 'environmentfile', 'environmentfiles']);
/** The same within an environment. The names of variables are other texts. */
const referencesToValues = new Set(['valueFrom', 'secretKeyRef', 'configMapKeyRef', 'fileKeyRef']);

/** A value that its source had hidden already. */
const hidden =
  /^(?:\*{3,}|[<[({]+\s*(?:redacted|hidden|masked|secret|sensitive(?: value)?)\s*[>\])}]+|redacted|hmac:[0-9a-f]{32})$/i;

/** More words of a spec are not kept. */
export const mostWords = 10_000;
/** Nothing nested deeper is looked at; redaction has refused it before. */
const deepest = 600;

/**
 * The words of a spec's environment, arguments, labels and mounts, in any nesting, of their keys and their values. `compose`
 * says that it is of a compose file, whose variables are not filled in yet. Takes linear time.
 */
export function specWordsOf(spec: JsonObject, compose: boolean): SpecWords {
  const words = new Set<string>();
  const variables = new Set<string>();
  const own = new Set<string>();
  let isShown = false;
  let refers = false;
  let isTooMuch = false;

  function addText(text: string, part: Part): void {
    if (!isTooMuch) isTooMuch = !addHostWords(text, words, mostWords);
    if (refers) return;
    if (hidden.test(text)) refers = true;
    else if (text.includes('$')) addVariables(text, part);
  }

  /**
   * Compose fills in all of them. Of others, a shell in the container fills in those of arguments, out of what is searched, and
   * without a brace they may as well be a piece of a password.
   */
  function addVariables(text: string, part: Part): void {
    for (const { name, isBraced } of variablesIn(text)) {
      if (compose) refers = true;
      else if (isBraced && part !== 'arguments') variables.add(name);
    }
  }

  /** A variable of the environment. One without a value is taken from wherever the container is started. */
  function addVariable(name: string, value: Json): void {
    if (value === null) refers = true;
    if (typeof value === 'string' && !value.includes('$')) own.add(name);
  }

  function searchPart(value: Json, part: Part, depth: number): void {
    if (depth > deepest) return;
    if (typeof value === 'string') addText(value, part);
    else if (Array.isArray(value)) for (const entry of value) searchEntry(entry, part, depth + 1);
    else if (isJsonObject(value)) {
      for (const [key, member] of Object.entries(value)) {
        addText(key, part);
        if (part === 'environment') {
          if (referencesToValues.has(key) && member !== null) refers = true;
          if (depth === 0) addVariable(key, member);
        }
        searchPart(member, part, depth + 1);
      }
    }
  }

  /** `KEY=value` or `{name, value}` of an environment; anything else as it is. */
  function searchEntry(entry: Json, part: Part, depth: number): void {
    if (part === 'environment' && depth === 1) {
      if (isJsonObject(entry)) {
        const { name, value } = entry;
        if (typeof name === 'string' && typeof value === 'string') addVariable(name, value);
      } else if (typeof entry === 'string') {
        const at = entry.indexOf('=');
        addVariable(entry.slice(0, at < 0 ? undefined : at), at < 0 ? null : entry.slice(at + 1));
        if (hidden.test(entry.slice(at + 1))) refers = true;
      }
    }
    searchPart(entry, part, depth);
  }

  function search(value: Json, depth: number): void {
    if (depth > deepest) return;
    if (Array.isArray(value)) for (const entry of value) search(entry, depth + 1);
    else if (isJsonObject(value)) for (const [key, member] of Object.entries(value)) searchMember(key, member, depth);
  }

  function searchMember(key: string, member: Json, depth: number): void {
    if (member === null) return;
    const plain = key.toLowerCase().replace(/[_-]/g, '');
    const part = parts.get(plain);
    if (part !== undefined) {
      isShown = true;
      searchPart(member, part, 0);
    } else if (filesOfEnvironment.has(plain)) refers ||= !isBlank(member);
    else search(member, depth + 1);
  }

  search(spec, 0);
  for (const name of variables) refers ||= !own.has(name);
  return { lines: `\n${[...words].join('\n')}\n`, untold: untoldReason(isShown, refers, isTooMuch) };
}

function untoldReason(isShown: boolean, refers: boolean, isTooMuch: boolean): UntoldReason | null {
  if (isTooMuch) return 'too-much';
  if (refers) return 'refers-elsewhere';
  return isShown ? null : 'nothing-shown';
}

function isBlank(value: Json): boolean {
  return typeof value === 'object' && value !== null ? Object.keys(value).length === 0 : value === '';
}
