import fc from 'fast-check';
import stringWidth from 'fast-string-width';
import { describe, expect, test } from 'vitest';
import { explainPair, explainWindow, type Filter } from '../../src/diff/index.ts';
import { diffView } from '../../src/report/diff-view.ts';
import { renderTerminal } from '../../src/report/terminal.ts';
import type { Pass } from '../../src/roster/index.ts';
import { mesh } from '../diff/builders.ts';
import { pass } from '../roster/builders.ts';
import { asked, passesOf, plain, utc, windowOf } from './builders.ts';

const [one, two] = [mesh(['db:192.0.2.81']), mesh(['db:192.0.2.82'])];

function title(view: ReturnType<typeof diffView>): string {
  return plain(view).split('\n')[0] as string;
}

describe('the title', () => {
  test('tells the passes and what they are compared with', () => {
    expect(title(diffView(windowOf(passesOf(one, two, one)), asked({ words: 'since 10:00' }), utc))).toBe(
      'since 10:00 · 2 passes 2–3 against pass 1 of 2026-03-01 10:01:00 UTC · UTC',
    );
    expect(title(diffView(windowOf(passesOf(one, two)), asked(), utc))).toBe(
      'all passes · pass 2 against pass 1 of 2026-03-01 10:01:00 UTC · UTC',
    );
  });

  test('tells that nothing lies before them', () => {
    expect(title(diffView(explainWindow(passesOf(one, two), null), asked(), utc))).toBe(
      'all passes · 2 passes 1–2 with nothing before them · UTC',
    );
    expect(title(diffView(explainWindow(passesOf(one), null), asked(), utc))).toBe(
      'all passes · pass 1 with nothing before it · UTC',
    );
  });

  test('tells both instants where two states are compared', () => {
    const [first, last] = passesOf(one, two) as [Pass, Pass];

    expect(title(diffView(explainPair(first, last), asked({ words: 'pass 1 → pass 2', between: [] }), utc))).toBe(
      'pass 1 → pass 2 · 2026-03-01 10:01:00 UTC → 2026-03-01 10:02:00 UTC · UTC',
    );
  });

  test.each<[Filter, string]>([
    [{ name: 'db' }, 'only name db'],
    [{ node: 'ace', container: '*.server' }, 'only node ace, container *.server'],
  ])('tells that only a part is looked at: %j', (filter, words) => {
    expect(title(diffView(windowOf(passesOf(one, two), filter), asked(), utc))).toBe(
      `all passes · ${words} · pass 2 against pass 1 of 2026-03-01 10:01:00 UTC · UTC`,
    );
  });
});

test('a window without passes has neither summary nor passes', () => {
  expect(plain(diffView(explainWindow([], null), asked(), utc))).toBe('all passes · no pass · UTC\n');
});

test('a window holds the summary and then each pass', () => {
  expect(plain(diffView(windowOf(passesOf(one, one)), asked(), utc)).split('\n')).toEqual([
    'all passes · pass 2 against pass 1 of 2026-03-01 10:01:00 UTC · UTC',
    '',
    'MOVED  no name moved',
    'COST   no container was replaced',
    'NET    nothing changed from pass 1 to pass 2',
    '',
    '2026-03-01',
    'pass 2  10:02:00  quiet',
    '',
  ]);
});

test('what was observed stands beside what was predicted, in each pass and on the whole', () => {
  const tally = { predicted: 40, observed: 40, unexplained: 0, missing: 0 };
  const tallies = [2, 3].map((pass) => ({ pass, ...tally }));
  const text = plain(diffView(windowOf(passesOf(one, two, one)), asked(), utc, tallies));

  expect(text).toContain('1 name moved, 3 replaced · predicted 40, observed 40, unexplained 0, missing 0\n');
  expect(text).toContain('\n       predicted 80, observed 80, unexplained 0, missing 0\n');
});

test('a pass of which something else was observed repeats nothing', () => {
  const tally = { predicted: 3, observed: 3, unexplained: 0, missing: 0 };
  const tallies = [2, 4].map((pass) => ({ pass, ...tally, missing: pass - 2 }));
  const text = plain(diffView(windowOf(passesOf(one, two, one, two)), asked(), utc, tallies));

  expect(text).not.toContain('as in pass');
});

const esc = String.fromCharCode(27);

/** Passes whose names, nodes, triggers, errors and specs hold these texts. */
function passesWith(texts: readonly string[]): Pass[] {
  const [a = '', b = '', c = ''] = texts;
  const state = (last: number) => ({
    roster: last === 1 ? [`x${a}y:192.0.2.1`] : [`x${b}y:192.0.2.1`],
    nodes: {
      [`n${a}`]: {
        containers: [{ id: `m${b}/c${c}`, hosts: [`x${a}y:192.0.2.${last}`], spec: { env: { [c]: last, [a]: 1 } } }],
        extra: { [b]: a },
      },
      [`o${b}`]: { containers: [{ hosts: [`x${a}y:${c || '192.0.2.9'}`] }] },
    },
  });
  return [1, 2, 1, 2].map((last, index) =>
    pass({
      number: index + 1,
      key: `k${a}`,
      trigger: index === 2 ? { [a]: b } : `m${b} ${c}`,
      state: state(last),
      outcomes: [{ node: `n${a}`, outcome: index % 2 === 0 ? 'partial' : 'failed', error: `${b}${c}` }],
      problems: [{ code: 'invalid-name', node: a, container: b, name: c, text: `${a}${b}` }],
      source: a,
    }),
  );
}

test('no name, trigger or error can move the cursor', () => {
  const hostile = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 8 }),
    fc.constantFrom(`${esc}[2J`, `${esc}]0;t\u0007`, '\u202e', '\u2028', '\r\n', '\u009b2J', '\u200f', '\b\b'),
  );
  const filter = fc.constantFrom<Filter>({}, { name: `*${esc}[2J*` }, { node: 'n*' });
  fc.assert(
    fc.property(fc.array(hostile, { minLength: 3, maxLength: 3 }), filter, (texts, only) => {
      const view = diffView(windowOf(passesWith(texts), only), asked({ words: texts.join(' ') }), utc);
      const text = renderTerminal(view, { width: 80, colour: true });

      expect(text.replaceAll(new RegExp(`${esc}\\[(1|2|22|31|32|33|39)m`, 'g'), '')).not.toMatch(
        /(?!\n)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u,
      );
    }),
  );
});

test('every line fits the terminal, whatever moved, as long as every word does', () => {
  const word = fc.stringMatching(/^[a-z][a-z0-9-]{0,15}$/);
  const text = fc.array(word, { minLength: 1, maxLength: 40 }).map((words) => words.join(' '));
  const width = fc.constantFrom(60, 80, 120, 160);
  fc.assert(
    fc.property(fc.tuple(word, word, word), text, text, width, ([a, b, c], trigger, error, columns) => {
      const passes = passesWith([a, b, c]).map((one) => ({
        ...one,
        trigger,
        outcomes: one.outcomes.map((outcome) => ({ ...outcome, error })),
      }));
      const view = diffView(windowOf(passes), asked({ words: trigger }), utc);
      const lines = renderTerminal(view, { width: columns, colour: false }).split('\n');

      expect(lines.filter((line) => stringWidth(line) > columns)).toEqual([]);
    }),
  );
});
