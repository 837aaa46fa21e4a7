import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { redactText } from '../../src/recorder/redact-text.ts';

/** A digest that a reader of a test can tell from the secret: `‹5›` for a secret of five characters. */
const mark = (secret: string) => `‹${secret.length}›`;
const redact = (text: string) => redactText(text, mark);

describe('redactText', () => {
  test.each([
    // key and value
    ['PASSWORD=hunter2', 'PASSWORD=‹7›'],
    ['POSTGRES_PASSWORD: hunter2', 'POSTGRES_PASSWORD: ‹7›'],
    ['db.passwd=hunter2 user=me', 'db.passwd=‹7› user=me'],
    ['clientSecret=abc', 'clientSecret=‹3›'],
    ['SECRET_KEY_BASE=abc', 'SECRET_KEY_BASE=‹3›'],
    ['API_KEY_2=abc', 'API_KEY_2=‹3›'],
    ['x-api-key: abc', 'x-api-key: ‹3›'],
    ['tokens = abc', 'tokens = ‹3›'],
    ['Pwd=abc;Server=db', 'Pwd=‹3›;Server=db'],
    ['pass=abc', 'pass=‹3›'],
    ['https://host/?token=abc&page=2', 'https://host/?token=‹3›&page=2'],
    ['password=a,b', 'password=‹3›'],
    ['password=ab"c', 'password=‹4›'],
    [String.raw`password=\abc`, 'password=‹4›'],
    ['password="a b, c" user=me', 'password="‹6›" user=me'],
    ['password=\'a "b"\' user=me', "password='‹5›' user=me"],
    [String.raw`password="a\"b" user=me`, 'password="‹4›" user=me'],
    ['{"password":"abc","user":"me"}', '{"password":"‹3›","user":"me"}'],
    [
      String.raw`text {\"password\": \"a b\", \"user\": \"me\"}`,
      String.raw`text {\"password\": \"‹3›\", \"user\": \"me\"}`,
    ],
    ['password:\n  hunter2', 'password:\n  ‹7›'],
    ['password="no end', 'password="‹6›'],
    // flags
    ['server --password hunter2 --verbose', 'server --password ‹7› --verbose'],
    ["server --db-token 'a b' x", "server --db-token '‹3›' x"],
    ['server --token=abc', 'server --token=‹3›'],
    ['server -admin-pass abc', 'server -admin-pass ‹3›'],
    ['server --password -abc', 'server --password ‹4›'],
    ['curl -u admin:hunter2 http://host', 'curl -u admin:‹7› http://host'],
    ['curl --user "admin:hunter2"', 'curl --user "admin:‹7›"'],
    // headers
    ['Authorization: Bearer abcdefghij', 'Authorization: Bearer ‹10›'],
    ['"authorization": "token abc"', '"authorization": "token ‹3›"'],
    ['sent bearer abcdefghij to it', 'sent bearer ‹10› to it'],
    ['basic dXNlcjpwYXNz', 'basic ‹12›'],
    // what is a credential by its own form
    ['got eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl back', 'got ‹49› back'],
    ['AKIAIOSFODNN7EXAMPLE', '‹20›'],
    ['cloned with ghp_0123456789abcdefghij0123', 'cloned with ‹28›'],
    ['glpat-0123456789abcdefghij', '‹26›'],
    ['xoxb-0123456789-abc', '‹19›'],
    ['admin:$apr1$salt$0123456789abcdefghijkl', 'admin:$apr1‹28›'],
    ['admin:$$2y$$05$$0123456789abcdefghijklmnopqrst', 'admin:$$2y‹36›'],
    [
      'key: -----BEGIN RSA PRIVATE KEY-----\nMIIE\nabcd\n-----END RSA PRIVATE KEY----- end',
      'key: -----BEGIN RSA PRIVATE KEY-----‹11›-----END RSA PRIVATE KEY----- end',
    ],
    ['-----BEGIN PRIVATE KEY-----\\nMIIE', '-----BEGIN PRIVATE KEY-----‹6›'],
    ['-----BEGIN PGP PRIVATE KEY BLOCK-----\nabc', '-----BEGIN PGP PRIVATE KEY BLOCK-----‹4›'],
    // connections
    ['postgres://me:hunter2@db/app', 'postgres://me:‹7›@db/app'],
    ['root:hunter2@tcp(db:3306)/app', 'root:‹7›@tcp(db:3306)/app'],
  ])('%s', (text, redacted) => {
    expect(redact(text)).toBe(redacted);
  });

  test.each([
    '',
    'plan: store unreachable',
    'dial tcp://192.0.2.1:443: connection refused',
    'http://db.internal:8080/path/@scope?x=1',
    'http://[2001:db8::1]:80/',
    'postgres:16.2@sha256:0123abcd',
    'ssh://git@forge.example/repo.git',
    'run --verbose --user 1000:1000 --tokenizer fast',
    'pass 412 of the controller',
    'bypass=true compass=north',
    'basic',
    'PASSWORD_FILE=/run/secrets/db',
    'password=',
    'password=hmac:0123456789abcdef0123456789abcdef',
    'costs $5 and $6',
    'a sk- and a ghp_',
    '-----BEGIN CERTIFICATE-----\nMIIE\n-----END CERTIFICATE-----',
  ])('%j has no credential', (text) => {
    expect(redact(text)).toBe(text);
  });

  test('the same secret has the same digest wherever it stands', () => {
    const digest = (secret: string) => `hmac:${Buffer.from(secret).toString('hex').padEnd(32, '0')}`;

    const texts = ['token=abc', '--token abc', '"token": "abc"', 'x://u:abc@h'].map((text) => redactText(text, digest));

    expect(texts).toEqual([
      `token=${digest('abc')}`,
      `--token ${digest('abc')}`,
      `"token": "${digest('abc')}"`,
      `x://u:${digest('abc')}@h`,
    ]);
  });

  const secret = fc.stringMatching(/^[A-Za-z0-9_~!*$^+%]{9,30}$/);
  const settings: [string, (value: string) => string][] = [
    ['a key and a value', (value) => `x DB_PASSWORD=${value} y`],
    ['a JSON member', (value) => `{"a": 1, "clientSecret": ${JSON.stringify(value)}, "b": 2}`],
    ['a flag', (value) => `run --api-token ${value} --other x`],
    ['a header', (value) => `Authorization: Bearer ${value}`],
    ['a URL', (value) => `see amqp://user:${value}@broker.internal:5672/vhost now`],
    ['a URL of a token alone', (value) => `https://${value}abcd@forge.example/repo.git`],
    ['a URL that was cut off', (value) => `found "amqp://user:${value}…"`],
    ['a query', (value) => `GET /hook?access_token=${value}&x=1`],
    ['a PEM', (value) => `-----BEGIN EC PRIVATE KEY-----\n${value}\n-----END EC PRIVATE KEY-----`],
  ];

  test.each(settings)('no secret stays in %s', (_what, setting) => {
    fc.assert(
      fc.property(secret, (value) => {
        expect(redactText(setting(value), () => 'hmac:0').includes(value)).toBe(false);
      }),
    );
  });

  test.each([
    'a',
    ':',
    '://',
    '://a:b',
    'a://',
    'password ',
    'password=',
    'password="',
    'password=\\"',
    '\\',
    '"',
    '-',
    '--a',
    '--password ',
    '-u a',
    '-u=',
    'bearer ',
    'authorization: a ',
    'eyJaaaaa-',
    'eyJaaaaa.',
    '-----BEGIN PRIVATE KEY',
    '-----BEGIN PRIVATE KEY-----',
    '$5',
    'sk-',
    'x@tcp(',
    ' ',
    '\n',
    '=',
    '@',
  ])('a hostile megabyte of %j takes no more than a moment', (unit) => {
    const hostile = unit.repeat(Math.ceil(1e6 / unit.length));
    const started = performance.now();

    redact(hostile);
    for (const opening of ['password="', '://u:', '--']) redact(opening + hostile.slice(0, 2e5));

    // about 0.1 s; what is quadratic would take minutes
    expect(performance.now() - started).toBeLessThan(5000);
  });
});
