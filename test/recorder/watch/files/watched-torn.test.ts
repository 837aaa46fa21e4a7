import { expect, test } from 'vitest';
import { isTorn } from '../../../../src/recorder/watch/files/watched-torn.ts';

test.each([
  ['nothing', ''],
  ['white space', ' \n'],
  ['an object that is open', '{"a": {"b": 1}'],
  ['a list that is open', '[{}, {}'],
  ['a text that is open', '{"a": "b}'],
  ['an escape that is open', '{"a": "b\\'],
  ['lines of JSON, the last one open', '{"a": 1}\n{"a": 2'],
])('%s looks half written', (_what, text) => {
  expect(isTorn(text)).toBe(true);
});

test.each([
  ['an object', ' {"a": "}{\\"["}\n'],
  ['lines of JSON', '{"a": 1}\n{"a": 2}\n'],
  ['lines of hosts', '[2001:db8::1] db.internal\n192.0.2.1 git.internal'],
  ['words', 'hello {'],
  ['JSON that is wrong before its end', '{"a": }'],
])('%s looks whole', (_what, text) => {
  expect(isTorn(text)).toBe(false);
});

test('a long text without an end takes no longer than its length', () => {
  const started = performance.now();

  expect(isTorn(`{"a": "${'\\"'.repeat(500_000)}`)).toBe(true);

  expect(performance.now() - started).toBeLessThan(2000);
});
