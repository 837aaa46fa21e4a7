import { expect, test } from 'vitest';
import { parseSourceAddress } from '../../../src/cli/watch/source-address.ts';

test.each([
  ['/var/lib/mesh', { kind: 'path', path: '/var/lib/mesh' }],
  ['file:/etc/hosts', { kind: 'path', path: '/etc/hosts' }],
  ['declarations', { kind: 'path', path: 'declarations' }],
  ['exec:meshctl roster --json', { kind: 'command', command: 'meshctl roster --json' }],
  ['https://c.example/r.json', { kind: 'url', url: 'https://c.example/r.json' }],
  ['unix:/run/x.sock', { kind: 'listener', at: { kind: 'unix', path: '/run/x.sock' } }],
  ['unix:///run/x.sock', { kind: 'listener', at: { kind: 'unix', path: '/run/x.sock' } }],
  ['127.0.0.1:8910', { kind: 'listener', at: { kind: 'tcp', host: '127.0.0.1', port: 8910 } }],
  ['[::1]:8910', { kind: 'listener', at: { kind: 'tcp', host: '::1', port: 8910 } }],
  ['docker:', { kind: 'engine', engine: 'docker', socket: null }],
  ['podman:/run/p.sock', { kind: 'engine', engine: 'podman', socket: '/run/p.sock' }],
  ['docker:unix:///run/d.sock', { kind: 'engine', engine: 'docker', socket: '/run/d.sock' }],
])('%s', (text, address) => {
  expect(parseSourceAddress(text)).toEqual(address);
});

test.each([
  ['exec:', '"exec:" names nothing'],
  ['unix:', '"unix:" names nothing'],
  ['https://', 'a source looks like a URL and is none'],
  ['localhost:99999', 'port 99999 is none'],
  [' ', 'a source is empty'],
  ['ftp://mesh:kite@c.example/r', 'a source begins with "ftp://": expected a path'],
  ['docker:tcp://c.example:2375', 'docker is asked at a socket of this machine'],
])('"%s" is refused', (text, words) => {
  expect(() => parseSourceAddress(text)).toThrow(words);
});
