import fc from 'fast-check';
import { hostileText as markdownText } from '../report/hostile.ts';
import { hostileText as entryText } from '../roster/arbitraries.ts';
import { Members, Raw, type Written } from './written.ts';

const esc = String.fromCharCode(27);

/** Keys that mean something to JavaScript, to YAML or to one of the formats. */
export const hostileKey: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    ...['__proto__', 'constructor', 'prototype', 'toString', 'valueOf', 'hasOwnProperty', 'toJSON', 'length', 'then'],
    ...[
      '',
      '<<',
      '*',
      '&a',
      'null',
      'true',
      '~',
      '0',
      '-1',
      'name',
      'node',
      'nodes',
      'hosts',
      'roster',
      'items',
      'kind',
    ],
  ),
  entryText,
);

/** Any text that may stand where a text belongs: what a terminal, Markdown, a resolver, a date or a number is made of. */
export const hostileText: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: markdownText },
  { weight: 4, arbitrary: entryText },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      ...[`${esc}[2J${esc}[31m`, `${esc}]0;t\u0007`, '\u009b2J', '\u202egnp.exe', '\u2066a\u2069', '\u200b', '\ud800'],
      ...['\udc00\ud800', '\u0000', '\ufeff', '\r\n', '\r', '\u2028', '\u0085', 'a\u0300', '\u{e0041}', '\u{10ffff}'],
      ...[
        'NaN',
        'Infinity',
        '-Infinity',
        '1e999',
        '-0',
        '0x10',
        '00',
        '1_000',
        '.5',
        '12e3',
        'yes',
        'off',
        'undefined',
      ],
      ...['2026-02-30T10:00:00Z', '2026-09-29T22:46:03+02:00', '9999-12-31T23:59:60Z', '0000-00-00', '22:46', '@1'],
      ...['192.0.2.1', '192.0.2.300', '2001:db8::1%eth0', '[2001:db8::1]', '::ffff:192.0.2.1', '0x7f.1', '127.1'],
      ...[
        'host-gateway',
        '192.0.2.1,192.0.2.2',
        ',',
        ' 192.0.2.1',
        '$' + '{DB}',
        '$$DB',
        '192.0.2.1/24',
        '１９２.0.2.1',
      ],
      ...['planned', 'partial', 'failed', 'unreported', 'replaced', 'Pod', 'List', 'running', 'True'],
    ),
  },
  { weight: 1, arbitrary: fc.constantFrom(1, 10, 100, 1000, 1000, 10_000).map((times) => 'long'.repeat(times)) },
);

const oddNumbers = [
  '-0',
  '1e999',
  '-1e999',
  '1E400',
  '0.1e-400',
  '9007199254740993',
  '1e-7',
  '123456789012345678901234567890',
];
const noValues = ['NaN', 'Infinity', '0x10', '01', '.5', '+1', 'nul', '', "'a'"];

/** What nests, from a little to without end. */
const nested: fc.Arbitrary<Raw> = fc
  .tuple(
    fc.constantFrom(['[', ']'], ['{"a": ', '}'], ['[{"hosts": ', '}]'], ['- ', '']),
    fc.constantFrom(3, 30, 90, 240, 450, 499, 520, 2000, 20_000),
    fc.constantFrom('1', '""', '[]', '', '"a:192.0.2.1"'),
  )
  .map(([[open, close], depth, inside]) => new Raw(`${open?.repeat(depth)}${inside}${close?.repeat(depth)}`));

/** Any value, of the right kind or not. Few are none at all, for they make a whole document unreadable. */
export const hostileValue: fc.Arbitrary<Written> = fc.oneof(
  { weight: 30, arbitrary: hostileText },
  { weight: 10, arbitrary: fc.constantFrom<Written>(null, true, false, 0, 1, -1, 0.5, 2 ** 53, 1e300, -0) },
  { weight: 4, arbitrary: fc.constantFrom(...oddNumbers).map((text) => new Raw(text)) },
  { weight: 1, arbitrary: fc.constantFrom(...noValues).map((text) => new Raw(text)) },
  { weight: 1, arbitrary: nested },
  { weight: 10, arbitrary: fc.array(hostileText, { maxLength: 3 }) },
  {
    weight: 10,
    arbitrary: fc.array(fc.tuple(hostileKey, hostileText), { maxLength: 3 }).map((entries) => new Members(entries)),
  },
);
