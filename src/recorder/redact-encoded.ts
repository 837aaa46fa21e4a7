import { isUtf8 } from 'node:buffer';
import { type DigestSecret, digestOnce } from './digest-secret.ts';

/** Base64 or its form for URLs (RFC 4648), long enough to hold a credential with its name. */
const base64Word = /(?<![\w+/=-])[\w+/-]{20,}={0,2}/g;
const percentWord = /[^\s"'<>]+/g;
const percentRun = /(?:%[0-9a-f]{2})+/gi;
const control = /[^\P{Cc}\t\r\n]/u;
/** What is written in base64 three times over is looked at, and no deeper. */
const deepest = 3;

/**
 * A text with each word of it replaced by its digest that holds a credential in base64 or with percent signs, as `redact`
 * finds one in what it says. Takes linear time if `redact` does.
 */
export function redactEncoded(
  text: string,
  digestSecret: DigestSecret,
  redact: (text: string, depth: number) => string,
  depth: number,
): string {
  if (depth >= deepest) return text;
  const holdsSecret = (decoded: string | null) => decoded !== null && redact(decoded, depth + 1) !== decoded;
  const redacted = text.replace(base64Word, (word) =>
    holdsSecret(decodeBase64(word)) ? digestOnce(word, digestSecret) : word,
  );
  if (!redacted.includes('%')) return redacted;
  return redacted.replace(percentWord, (word) =>
    word.includes('%') && holdsSecret(decodePercents(word)) ? digestOnce(word, digestSecret) : word,
  );
}

function decodeBase64(word: string): string | null {
  const bytes = Buffer.from(word, 'base64');
  if (!isUtf8(bytes)) return null;
  const text = bytes.toString('utf8');
  return control.test(text) ? null : text;
}

function decodePercents(word: string): string | null {
  const decoded = word.replace(percentRun, (run) => {
    try {
      return decodeURIComponent(run);
    } catch {
      return run;
    }
  });
  return decoded === word ? null : decoded;
}
