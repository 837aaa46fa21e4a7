import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { redactionPolicy } from '../../src/recorder/redact-policy.ts';
import { redactText } from '../../src/recorder/redact-text.ts';

/** A digest that tells how long the secret is, in the form of a real one. */
const mark = (secret: string) => `hmac:${secret.length.toString().padStart(32, '0')}`;
const policy = redactionPolicy(mark);

/** A text with each digest in it as `‹5›` for a secret of five characters. What was redacted once stays. */
function redact(text: string): string {
  const redacted = redactText(text, policy);
  expect(redactText(redacted, policy)).toBe(redacted);
  return redacted.replace(/hmac:0*(\d+)/g, '‹$1›');
}

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
    [
      'PuTTY-User-Key-File-3: ssh-rsa\nPrivate-Lines: 2\nAAAAabcd\nAAAAefgh\nPrivate-MAC: 0123',
      'PuTTY-User-Key-File-3: ssh-rsa\nPrivate-Lines: 2\n‹25›-MAC: 0123',
    ],
    ['got eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0 back', 'got ‹35› back'],
    ['AGE-SECRET-KEY-1QQQQQQQQQQQQQQQQQQQQQQ', '‹38›'],
    ['{SSHA}0123456789abcdef', '{SSHA}‹16›'],
    ['https://hooks.slack.com/services/T0/B0/abcdef', 'https://hooks.slack.com/services/‹12›'],
    ['https://discord.com/api/webhooks/123/abc-def', 'https://discord.com/api/webhooks/123/‹7›'],
    [
      'https://api.telegram.org/bot123456789:abcdefghijklmnopqrstuvwxyz012345678/x',
      'https://api.telegram.org/bot‹45›/x',
    ],
    // connections
    [
      'host=db port=5432 user=me password=abc sslmode=require',
      'host=db port=5432 user=me password=‹3› sslmode=require',
    ],
    ['Server=db;Database=app;User Id=me;Pwd=a b;', 'Server=db;Database=app;User Id=me;Pwd=‹1› b;'],
    [
      'Endpoint=sb://x.example/;SharedAccessKeyName=a;SharedAccessKey=abc=',
      'Endpoint=sb://x.example/;SharedAccessKeyName=a;SharedAccessKey=‹4›',
    ],
    ['jdbc:mysql://db:3306/app?user=me&password=abc', 'jdbc:mysql://db:3306/app?user=me&password=‹3›'],
    ['jdbc:oracle:thin:scott/tiger@db:1521:orcl', 'jdbc:oracle:thin:scott/‹5›@db:1521:orcl'],
    ['redis://:abc@cache:6379/0', 'redis://:‹3›@cache:6379/0'],
    ['https://x.blob.example/c?sv=2024&sig=abc%3D&se=1', 'https://x.blob.example/c?sv=2024&sig=‹6›&se=1'],
    [
      'https://b.example/o?X-Amz-Credential=abc&X-Amz-Signature=def',
      'https://b.example/o?X-Amz-Credential=‹3›&X-Amz-Signature=‹3›',
    ],
    ["ALTER USER me WITH PASSWORD 'abc'", "ALTER USER me WITH PASSWORD '‹3›'"],
    ["CREATE USER me IDENTIFIED BY 'abc'", "CREATE USER me IDENTIFIED BY '‹3›'"],
    ['machine forge login me password abc', 'machine forge login me password ‹3›'],
    ['machine forge\n  password abc\n  login me', 'machine forge\n  password ‹3›\n  login me'],
    // headers
    ['Authorization: Digest username="me", response="abc"', 'Authorization: Digest ‹29›'],
    ['curl -H "Cookie: sid=abc; theme=dark" x', 'curl -H "Cookie: ‹19›" x'],
    ['X-Vault-Token: abc', 'X-Vault-Token: ‹3›'],
    // commands
    ['mysqladmin -uroot -pabc ping', 'mysqladmin -uroot -p‹3› ping'],
    ['redis-cli -h cache -a abc ping', 'redis-cli -h cache -a ‹3› ping'],
    ['sshpass -p abc ssh host', 'sshpass -p ‹3› ssh host'],
    ['ldapsearch -D cn=me -w abc', 'ldapsearch -D cn=me -w ‹3›'],
    ['redis-server --requirepass abc', 'redis-server --requirepass ‹3›'],
    ['requirepass abc', 'requirepass ‹3›'],
    ['export DSN=abc; run', 'export DSN=‹3›; run'],
    ['env A=abc B=de run', 'env A=‹3› B=‹2› run'],
    ['docker run -e A=abc -e "B=d e" --env=C=f img', 'docker run -e A=‹3› -e "B=‹3›" --env=C=‹1› img'],
    ['sh -c "DSN=abc run x=y"', 'sh -c "DSN=‹3› run x=y"'],
    // members, attributes and lines
    ['[{"name":"DB_PASSWORD","value":"abc"}, {', '[{"name":"DB_PASSWORD","value":"‹3›"}, {'],
    ['<add key="Password" value="abc"/>', '<add key="Password" value="‹3›"/>'],
    ['<password>abc</password>', '<password>‹3›</password>'],
    ['- name: DB_PASSWORD\n  value: abc', '- name: DB_PASSWORD\n  value: ‹3›'],
    ["'password' => 'abc'", "'password' => '‹3›'"],
    ['password: correct horse battery', 'password: ‹21›'],
    ['[db]\npassword = correct horse', '[db]\npassword = ‹13›'],
    ['auth:\n  password: |\n    abc\n    def\nhost: db', 'auth:\n  ‹27›\nhost: db'],
    ['env:\n  A: abc\n  B: def\nimage: web', 'env:\n  ‹15›\nimage: web'],
    ['environment:\n- A=abc\n- B=def\nimage: web', 'environment:\n‹15›\nimage: web'],
    ['plan failed: {"env":{"A":"ab}c"},"image":"web"} while', 'plan failed: {"env":‹12›,"image":"web"} while'],
    [String.raw`plan failed: {\"env\":{\"A\":\"ab}c\"},\"b\":1}`, String.raw`plan failed: {\"env\":‹16›,\"b\":1}`],
    ['config Env:[A=abc B=def] Cmd:[x]', 'config Env:‹13› Cmd:[x]'],
    ['cut off {"environment": ["A=abc", "B', 'cut off {"environment": ‹12›'],
    ['"tokens": ["abc", "def"] x', '"tokens": ‹14› x'],
    // under a vague key, if it looks random
    ['key=0123abcd4567efab89', 'key=‹18›'],
    ['{"session_id": "a1B2c3D4e5F6g7H8"} end', '{"session_id": "‹16›"} end'],
    // encoded
    [`data ${Buffer.from('{"password":"hunter2"}').toString('base64')} x`, 'data ‹32› x'],
    [`data ${Buffer.from('DB_PASSWORD=hunter2\n').toString('base64url')} x`, 'data ‹27› x'],
    ['next=https%3A%2F%2Fme%3Ahunter2%40host x', '‹38› x'],
    ['password%3Dhunter2', '‹18›'],
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
    'image ghcr.io/mesh/web@sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef',
    'container 0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef exited',
    'com.docker.compose.config-hash=0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef',
    'hash: 0123456789abcdef0123456789abcdef',
    'commit 0123456789abcdef0123456789abcdef01234567',
    'key: database-url',
    'key=partition-17',
    'session: default-session-name',
    'publicKey: MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A',
    'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJw0s3wQ me@host',
    'configured as aGVsbG8gdGhlcmUsIHdvcmxkISBob3cgYXJl',
    'GET /a%20b%3Fc',
    'error: unexpected token } in JSON',
    'env: production',
    'the env is gone',
    'mysql -p 3306',
    'ports: -p 8080:80',
    'redis-cli ping',
    'name: web\nimage: web:1\nports:\n  - 80:80',
  ])('%j has no credential', (text) => {
    expect(redactText(text, policy)).toBe(text);
  });

  test('the same secret has the same digest wherever it stands', () => {
    const digest = (secret: string) => `hmac:${Buffer.from(secret).toString('hex').padEnd(32, '0')}`;

    const texts = ['token=abc', '--token abc', '"token": "abc"', 'x://u:abc@h'].map((text) =>
      redactText(text, redactionPolicy(digest)),
    );

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
        expect(
          redactText(
            setting(value),
            redactionPolicy(() => 'hmac:0'),
          ).includes(value),
        ).toBe(false);
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
    '[',
    '{"',
    'env:\n ',
    'password: a b\n',
    'export A=',
    'YWJj',
    '%3d',
    'mysql -p',
  ])('a hostile megabyte of %j takes no more than a moment', (unit) => {
    const hostile = unit.repeat(Math.ceil(1e6 / unit.length));
    const started = performance.now();

    redactText(hostile, policy);
    for (const opening of ['password="', '://u:', '--', '{"env":{', 'env:\n  '])
      redactText(opening + hostile.slice(0, 2e5), policy);

    // about 0.1 s; what is quadratic would take minutes
    expect(performance.now() - started).toBeLessThan(5000);
  });
});
