import { describe, expect, test } from 'vitest';
import { elementPlace, memberPlace, redactionPolicy } from '../../src/recorder/redact-policy.ts';

const shows = (pattern: string, key: string, path = key) =>
  redactionPolicy((secret) => secret, [pattern]).shows(key, path);

describe('the allow list', () => {
  test.each([
    ['LOG_LEVEL', 'LOG_LEVEL', 'env.LOG_LEVEL'],
    ['env.TZ', 'TZ', 'env.TZ'],
    ['*.TZ', 'TZ', 'env.TZ'],
    ['*.TZ', 'TZ', 'init.env.TZ'],
    ['LOG_*', 'LOG_LEVEL', 'env.LOG_LEVEL'],
    ['*_LEVEL', 'LOG_LEVEL', 'env.LOG_LEVEL'],
    ['*', 'LOG_LEVEL', 'env.LOG_LEVEL'],
    ['e*v.*_L*L', 'LOG_LEVEL', 'env.LOG_LEVEL'],
    ['labels["com.example.tokens"]', 'com.example.tokens', 'labels["com.example.tokens"]'],
    ['max_tokens', 'max_tokens', 'model.max_tokens'],
    ['*.max_tokens', 'max_tokens', 'model.max_tokens'],
  ])('%s shows %s at %s', (pattern, key, path) => {
    expect(shows(pattern, key, path)).toBe(true);
  });

  test.each([
    ['log_level', 'LOG_LEVEL', 'env.LOG_LEVEL'],
    ['LOG', 'LOG_LEVEL', 'env.LOG_LEVEL'],
    ['env', 'LOG_LEVEL', 'env.LOG_LEVEL'],
    ['*.LOG', 'LOG_LEVEL', 'env.LOG_LEVEL'],
    ['aXa*aXa', 'aXa', 'aXa'],
    ['', 'A', 'env.A'],
  ])('%j does not show %s at %s', (pattern, key, path) => {
    expect(shows(pattern, key, path)).toBe(false);
  });

  test.each(['*', 'DB_*', '*PASSWORD', 'env.*', '*.*'])(
    '%s does not show DB_PASSWORD, which has to be spelled out',
    (pattern) => {
      expect(shows(pattern, 'DB_PASSWORD', 'env.DB_PASSWORD')).toBe(false);
      expect(shows('*.DB_PASSWORD', 'DB_PASSWORD', 'env.DB_PASSWORD')).toBe(true);
    },
  );

  test('takes no more than a moment for a hostile pattern and key', () => {
    const started = performance.now();

    shows('*a'.repeat(1000), 'a'.repeat(1_000_000));
    shows('*a'.repeat(1000), 'b'.repeat(1_000_000));

    expect(performance.now() - started).toBeLessThan(2000);
  });
});

test('a path is written as a diff writes it, and an element has that of its list', () => {
  const env = memberPlace({ path: '', depth: 0 }, 'env');

  expect(env).toEqual({ path: 'env', depth: 1 });
  expect(memberPlace(env, 'LOG_LEVEL')).toEqual({ path: 'env.LOG_LEVEL', depth: 2 });
  expect(memberPlace(env, 'a.b')).toEqual({ path: 'env["a.b"]', depth: 2 });
  expect(elementPlace(env)).toEqual({ path: 'env', depth: 2 });
});
