import { describe, expect, test } from 'vitest';
import {
  isCredentialFlag,
  looksRandom,
  mayNameCredential,
  namesCredential,
  namesEnvironment,
} from '../../src/recorder/credential-words.ts';

describe('namesCredential', () => {
  test.each([
    ...['password', 'PASSWORD', 'db_passwd', 'PGPASSWORD', 'passphrase', 'passkey', 'passwords', 'password_2'],
    ...['secret', 'client_secret', 'clientSecret', 'SECRET_KEY', 'SECRET_KEY_BASE', 'webhook-secret'],
    ...['token', 'api_token', 'identitytoken', 'tokens', 'TOKEN1', 'credentials', 'session_cookie'],
    ...['apiKey', 'API-KEY', 'access.key', 'AWS_SECRET_ACCESS_KEY', 'privateKey', 'ssh_key', 'jwt_key', 'AccountKey'],
    ...[
      'requirepass',
      'masterauth',
      'passcode',
      'htpasswd',
      'basicauth.users',
      'basic_auth',
      'connectionString',
      'psk',
    ],
    ...[
      'AWS_ACCESS_KEY_ID',
      'api-key-id',
      'client-key-data',
      'SharedAccessKey',
      'preshared_key',
      'APP_KEY',
      'secret_id',
    ],
    ...['pass', 'db_pass', 'dbPass', 'pwd', 'PWD', 'auth', 'proxyAuth', 'authorization', 'Proxy-Authorization'],
  ])('%s does', (key) => {
    expect(namesCredential(key)).toBe(true);
  });

  test.each([
    '',
    'image',
    'bypass',
    'compass',
    'author',
    'key',
    'monkey',
    'keys',
    'secretary',
    'tokenizer',
    'passwordless',
    'partition_key',
    'primaryKey',
    'public_key',
    'max_token_count',
    'hash',
    'config-hash',
    'digest',
    'image',
  ])('%j does not', (key) => {
    expect(namesCredential(key)).toBe(false);
  });
});

describe('namesEnvironment', () => {
  test.each([
    'env',
    'Env',
    'environment',
    'env_vars',
    'envVars',
    'environmentVariables',
    'extra_env',
    'secrets',
    'secret',
  ])('%s does', (key) => {
    expect(namesEnvironment(key)).toBe(true);
  });

  test.each(['', 'envelope', 'environments', 'com.example.env', 'seven'])('%j does not', (key) => {
    expect(namesEnvironment(key)).toBe(false);
  });
});

describe('isCredentialFlag', () => {
  test.each(['--password', '-password', '--db-token', '--api-key', '--pass', '--proxy-auth'])('%s is', (argument) => {
    expect(isCredentialFlag(argument)).toBe(true);
  });

  test.each(['password', '--', '-', '--verbose', '--password=x', '---'])('%j is not', (argument) => {
    expect(isCredentialFlag(argument)).toBe(false);
  });
});

describe('a vague key', () => {
  test.each(['key', 'cache_key', 'cacheKey', 'salt', 'sid', 'session', 'session_id', 'sessionId', 'seed', 'otp'])(
    '%s',
    (key) => {
      expect(mayNameCredential(key)).toBe(true);
    },
  );

  test.each(['', 'keys', 'monkey', 'hash', 'digest', 'publicKey', 'public_key', 'salty', 'sessions'])(
    'is not %j',
    (key) => {
      expect(mayNameCredential(key)).toBe(false);
    },
  );
});

describe('looksRandom', () => {
  test.each(['0123abc456defab7', 'a1B2c3D4e5F6g7H8', '4f6c2b7e-9d1a-4c3b-8e5f-0a1b2c3d4e5f', 'dGhpcyBpcyBub3Q5NDI='])(
    '%s does',
    (text) => {
      expect(looksRandom(text)).toBe(true);
    },
  );

  test.each([
    '',
    'a1b2c3',
    'database-connection-url',
    'clientKeyAlgorithmName',
    '/run/secrets/db-password-1',
    'registry.example/mesh/web:1.2.3',
    'sha256:0123456789abcdef0123456789abcdef',
    'two words a1b2c3d4e5f6',
    '0000000000000000000000',
  ])('%j does not', (text) => {
    expect(looksRandom(text)).toBe(false);
  });
});
