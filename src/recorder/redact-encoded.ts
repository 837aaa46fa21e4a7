import { isUtf8 } from 'node:buffer';
import { type DigestSecret, digestOnce } from './digest-secret.ts';
import { base64Words, percentWords, type Span } from './encoded-words.ts';

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
  const digestWords = (given: string, words: Iterable<Span>, decode: (word: string) => string | null): string => {
    const pieces: string[] = [];
    let done = 0;
    for (const [from, to] of words) {
      const word = given.slice(from, to);
      if (!holdsSecret(decode(word))) continue;
      pieces.push(given.slice(done, from), digestOnce(word, digestSecret));
      done = to;
    }
    return pieces.length === 0 ? given : pieces.join('') + given.slice(done);
  };
  const redacted = digestWords(text, base64Words(text), decodeBase64);
  return redacted.includes('%') ? digestWords(redacted, percentWords(redacted), decodePercents) : redacted;
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
