import { describe, expect, test } from 'vitest';
import { isCredentialFlag, namesCredential, namesEnvironment } from '../../src/recorder/credential-words.ts';

describe('namesCredential', () => {
  test.each([
    ...['password', 'PASSWORD', 'db_passwd', 'PGPASSWORD', 'passphrase', 'passkey', 'passwords', 'password_2'],
    ...['secret', 'client_secret', 'clientSecret', 'SECRET_KEY', 'SECRET_KEY_BASE', 'webhook-secret'],
    ...['token', 'api_token', 'identitytoken', 'tokens', 'TOKEN1', 'credentials', 'session_cookie'],
    ...['apiKey', 'API-KEY', 'access.key', 'AWS_SECRET_ACCESS_KEY', 'privateKey', 'ssh_key', 'jwt_key', 'AccountKey'],
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
