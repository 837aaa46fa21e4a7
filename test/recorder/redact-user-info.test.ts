import { describe, expect, test } from 'vitest';
import { redactUserInfo } from '../../src/recorder/redact-user-info.ts';

const redact = (text: string) => redactUserInfo(text, (secret) => `‹${secret}›`);

describe('redactUserInfo', () => {
  test.each([
    ['postgres://me:abc@db/app', 'postgres://me:‹abc›@db/app'],
    [
      'a postgres://me:abc@db/app and amqp://you:def@mq:5672 b',
      'a postgres://me:‹abc›@db/app and amqp://you:‹def›@mq:5672 b',
    ],
    ['redis://:abc@cache:6379', 'redis://:‹abc›@cache:6379'],
    ['redis://me:12345@cache', 'redis://me:‹12345›@cache'],
    ['postgres://me:a@b/c:d@db/app', 'postgres://me:‹a@b/c:d›@db/app'],
    ['postgres://me:a?b#c@db', 'postgres://me:‹a?b#c›@db'],
    ['https://0123456789abcdef@forge/repo', 'https://‹0123456789abcdef›@forge/repo'],
    ['https://0123456789abcdef:x-oauth-basic@forge', 'https://‹0123456789abcdef›:‹x-oauth-basic›@forge'],
    ['//me:abc@host has no scheme', '//me:abc@host has no scheme'],
    ['cut off: "https://me:abc', 'cut off: "https://me:‹abc›'],
    ['cut off: "https://me:abc…"', 'cut off: "https://me:‹abc›…"'],
    ['mongodb://me:abc@h1:27017,h2:27017/app', 'mongodb://me:‹abc›@h1:27017,h2:27017/app'],
  ])('%s', (text, redacted) => {
    expect(redact(text)).toBe(redacted);
  });

  test.each([
    '://',
    'https://host',
    'https://host:443',
    'https://host:443/a@b',
    'https://host:443?at=a@b',
    'https://host/me:abc@b',
    'https://host/@scope/package',
    'https://[2001:db8::1]:443/',
    'ssh://git@forge/repo.git',
    'https://:@host',
    'https://me:hmac:0123456789abcdef0123456789abcdef@host',
  ])('%s holds no secret', (text) => {
    expect(redact(text)).toBe(text);
  });
});
