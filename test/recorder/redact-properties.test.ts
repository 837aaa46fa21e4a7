import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { redactJson } from '../../src/recorder/redact-json.ts';
import { redactPass } from '../../src/recorder/redact-pass.ts';
import { redactText } from '../../src/recorder/redact-text.ts';
import { hostsListOf, type Json, type PassDraft, rosterOf } from '../../src/roster/index.ts';
import { fewEntries, fewEntriesWithBlanks, hostileEntries, hostileText, json } from '../roster/arbitraries.ts';
import { failed, partial, passDraft, planned } from '../roster/builders.ts';
import { plainDigest, plainPolicy } from './plain-digest.ts';
import { bareSecrets, tellingTexts } from './planted-secrets.ts';

const plantedText: fc.Arbitrary<string> = fc
  .tuple(fc.constantFrom(...Object.values({ ...tellingTexts, ...bareSecrets })), fc.nat(9999))
  .map(([make, number]) => make({ number, turn: 0 }));

const piece: fc.Arbitrary<string> = fc.oneof(
  plantedText,
  hostileText,
  fc.constantFrom(
    ...[
      'token=',
      ': ',
      '\n',
      '\n  ',
      '"',
      '://',
      '@',
      '{"env":',
      '}',
      ' password ',
      '- ',
      '%3d',
      'auth',
      plainDigest('x'),
    ],
  ),
);

/** Texts in which what is a credential and what sets one off meet in any order. */
const text: fc.Arbitrary<string> = fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join(''));

const key = fc.oneof(
  fc.constantFrom('env', 'password', 'name', 'value', 'key', 'data', 'kind', 'labels', 'command'),
  text,
);

const document: fc.Arbitrary<Json> = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    text,
    json,
    fc.array(fc.oneof(fc.constantFrom('-e', '-c', '-u', '--password', 'mysql', '-p'), tie('value')), { maxLength: 4 }),
    fc.array(fc.tuple(key, tie('value')), { maxLength: 4 }).map((members) => Object.fromEntries(members) as Json),
  ),
})).value;

describe('what was redacted once', () => {
  test('stays as it is: a text', () => {
    fc.assert(
      fc.property(text, (given) => {
        const redacted = redactText(given, plainPolicy);
        expect(redactText(redacted, plainPolicy)).toBe(redacted);
      }),
      { numRuns: 2000 },
    );
  });

  test('stays as it is: a JSON value', () => {
    fc.assert(
      fc.property(document, (given) => {
        const redacted = redactJson(given, plainPolicy);
        expect(redactJson(redacted, plainPolicy)).toEqual(redacted);
      }),
      { numRuns: 500 },
    );
  });

  test('stays as it is: a pass', () => {
    fc.assert(
      fc.property(hostileEntries, document, text, (entries, value, words) => {
        const draft = passDraft({
          trigger: value,
          error: words,
          roster: rosterOf(entries),
          extra: { value },
          problems: [{ code: 'malformed-entry', text: words }],
          reports: [
            planned('g14', { containers: [{ id: 'web', hosts: hostsListOf(entries), spec: { value } }] }),
            failed('ace', words),
          ],
        });

        const redacted = redactPass(draft, plainPolicy);

        expect(redactPass(redacted, plainPolicy)).toEqual(redacted);
      }),
      { numRuns: 200 },
    );
  });
});

describe('an ordinary mesh', () => {
  test('keeps its names, its addresses and its hosts lists, as the same objects', () => {
    fc.assert(
      fc.property(fewEntries, fewEntriesWithBlanks, (entries, blanks) => {
        const hosts = hostsListOf(blanks);
        const draft: PassDraft = passDraft({
          roster: rosterOf(entries, new Map(entries.map(({ name }) => [name, 'novox']))),
          reports: [
            planned('novox', {
              address: '192.0.2.1',
              containers: [{ id: 'mesh/web', hosts, spec: { image: 'web:1' } }],
            }),
            partial('g14', 'addresses', { roster: rosterOf(blanks) }),
          ],
        });

        const redacted = redactPass(draft, plainPolicy);

        expect(redacted).toEqual(draft);
        expect(redacted.roster).toBe(draft.roster);
        const [report] = redacted.reports;
        expect(report?.outcome === 'planned' && report.declaration.containers?.[0]?.hosts).toBe(hosts);
      }),
    );
  });
});

describe('a hostile text of a megabyte', () => {
  const bytes = 1_000_000;
  const places: Readonly<Record<string, (value: string) => Json>> = {
    'as a text': (value) => value,
    'in an environment': (value) => ({ env: { A: value, B: [value] } }),
    'as a variable': (value) => ({ env: [`A=${value}`, value] }),
    'as a key': (value) => ({ labels: { [value]: 'x' } }),
    'as an argument': (value) => ['-u', value, '-c', value],
    'in JSON in a text': (value) => JSON.stringify({ a: value }),
    'among words': (value) => `failed: {"a": ${value}`,
  };

  test.each(Object.keys(places))('%s takes no more than some seconds', (place) => {
    const started = performance.now();

    for (const unit of ['{', 'password: a b\n', '://u:p', 'YWJj', '\\"', 'env:\n ']) {
      redactJson(places[place]?.(unit.repeat(bytes / unit.length)) ?? null, plainPolicy);
    }

    // about a tenth of a second each; what is quadratic would take minutes
    expect(performance.now() - started).toBeLessThan(20_000);
  });
});
