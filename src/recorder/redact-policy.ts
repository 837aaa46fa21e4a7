import { namesCredential } from './credential-words.ts';
import type { DigestSecret } from './digest-secret.ts';

/** What is a secret and what becomes of it: made once for a recorder. */
export interface RedactionPolicy {
  readonly digestSecret: DigestSecret;
  /**
   * Whether the value of a key is shown though it would be digested by the key's name. What looks like a credential in it
   * is digested all the same. `path` is that of the value within its spec, as a diff writes it: `env.LOG_LEVEL`.
   */
  shows(key: string, path: string): boolean;
}

/**
 * The policy of a list of patterns of keys and paths whose values are harmless, `*` in them standing for any text. Case
 * counts. A key that names a credential must be spelled out: `*` alone does not show a password.
 */
export function redactionPolicy(digestSecret: DigestSecret, show: readonly string[] = []): RedactionPolicy {
  return {
    digestSecret,
    shows: (key, path) => show.some((pattern) => showsBy(pattern, key, path)),
  };
}

function showsBy(pattern: string, key: string, path: string): boolean {
  if (!isMatch(pattern, key) && !isMatch(pattern, path)) return false;
  return !pattern.includes('*') || !namesCredential(key) || pattern.includes(key);
}

/** Takes linear time: what stands between two `*` is found at its first place. */
function isMatch(pattern: string, text: string): boolean {
  const [first, ...rest] = pattern.split('*') as [string, ...string[]];
  const last = rest.pop();
  if (last === undefined) return pattern === text;
  if (!text.startsWith(first)) return false;
  let from = first.length;
  for (const part of rest) {
    const at = text.indexOf(part, from);
    if (at < 0) return false;
    from = at + part.length;
  }
  return text.length - last.length >= from && text.endsWith(last);
}

/** The path of a member, as a diff writes it: `env.LOG_LEVEL`, `labels["com.example.tier"]`. */
function memberPath(path: string, key: string): string {
  if (!/^[\w-]+$/.test(key)) return `${path}[${JSON.stringify(key)}]`;
  return path === '' ? key : `${path}.${key}`;
}

/** Where a value stands within what is redacted as a whole. */
export interface Place {
  readonly path: string;
  /** How many objects and lists it is inside of. */
  readonly depth: number;
}

/** The place of a member. */
export function memberPlace({ path, depth }: Place, key: string): Place {
  return { path: memberPath(path, key), depth: depth + 1 };
}

/** The place of an element, whose path is that of its list: where an element stands is no name that a pattern could give. */
export function elementPlace({ path, depth }: Place): Place {
  return { path, depth: depth + 1 };
}
