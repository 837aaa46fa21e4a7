import fc from 'fast-check';
import { decodeText } from '../../src/recorder/decode-text.ts';
import { edited } from './edits.ts';
import { hostileText } from './hostile-values.ts';
import { jsonOf, type Written, yamlOf } from './written.ts';

/** Texts near the grammar of a format: its documents with some changes, in JSON or YAML, as odd as a writer may leave them. */
export function documentTexts(
  document: fc.Arbitrary<Written>,
  syntax: 'json' | 'yaml' | 'either',
): fc.Arbitrary<string> {
  const json = edited(document).map(jsonOf);
  const yaml = fc
    .tuple(edited(document), fc.constantFrom(0, 0, 0, 3, 100))
    .map(([value, bare]) => yamlOf(value, (text) => text.length % 7 < bare));
  const texts =
    syntax === 'json'
      ? json
      : syntax === 'yaml'
        ? yaml
        : fc.oneof({ weight: 2, arbitrary: json }, { weight: 1, arbitrary: yaml });
  return withDamage(texts);
}

/** Texts of lines near a format, as they are and damaged. */
export function lineTexts(texts: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return withDamage(texts);
}

function withDamage(texts: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 12, arbitrary: texts },
    { weight: 3, arbitrary: fc.tuple(texts, dressing).map(([text, dress]) => dress(text)) },
    { weight: 4, arbitrary: fc.tuple(texts, texts, damage).map(([text, other, wound]) => wound(text, other)) },
    { weight: 2, arbitrary: soup },
  );
}

/** What a writer may put around a text that changes nothing of what it says. */
const dressing: fc.Arbitrary<(text: string) => string> = fc.constantFrom(
  (text: string) => `\ufeff${text}`,
  (text: string) => `\ufeff\ufeff${text}`,
  (text: string) => text.replaceAll(', ', ',\r\n'),
  (text: string) => text.replaceAll('\n', '\r\n'),
  (text: string) => `\n\n  ${text}\n\n`,
  (text: string) => `${text}\u0000`,
  (text: string) => `---\n${text}\n---\n${text}`,
  (text: string) => `# ${text}`,
  (text: string) => `${text}\n${text}`,
);

/** A text that was cut off, mixed with another, or hit in some places: as text, or as the bytes of it. */
const damage: fc.Arbitrary<(text: string, other: string) => string> = fc.oneof(
  fc.nat().map((at) => (text: string) => text.slice(0, at % (text.length + 1))),
  fc.tuple(fc.nat(), fc.nat()).map(([a, b]) => (text: string, other: string) => {
    return text.slice(0, a % (text.length + 1)) + other.slice(b % (other.length + 1));
  }),
  fc.tuple(fc.nat(), hostileText).map(([a, piece]) => (text: string) => {
    const at = a % (text.length + 1);
    return text.slice(0, at) + piece + text.slice(at + piece.length);
  }),
  fc.array(fc.tuple(fc.nat(), fc.nat({ max: 255 })), { minLength: 1, maxLength: 8 }).map((hits) => (text: string) => {
    const bytes = Buffer.from(text);
    for (const [at, byte] of hits) if (bytes.length > 0) bytes[at % bytes.length] = byte;
    return decodeText(bytes);
  }),
);

/** Bytes of any kind, and words of all formats in no order. */
const soup: fc.Arbitrary<string> = fc.oneof(
  fc.uint8Array({ maxLength: 200 }).map(decodeText),
  fc.string({ unit: 'binary', maxLength: 100 }),
  fc
    .array(
      fc.constantFrom(
        ...[
          '{',
          '}',
          '[',
          ']',
          '"',
          ':',
          ',',
          '\n',
          ' ',
          '- ',
          '#',
          '|',
          '>',
          '&a',
          '*a',
          '<<',
          '!!',
          '!reset',
          '%',
          '---',
        ],
        ...[
          '"nodes"',
          '"hosts"',
          'services',
          '192.0.2.1',
          'updated x: replaced',
          'null',
          '1e999',
          '\\ud800',
          '\u0000',
          '?',
        ],
      ),
      { maxLength: 40 },
    )
    .map((words) => words.join('')),
);
