/** Texts that hold more than is read. Each is refused within a second, where reading it would take minutes and gigabytes. */
import { describe, expect, it } from 'vitest';
import { readInput, UnreadableInput } from '../../src/formats/index.ts';

function refusal(text: string): string {
  try {
    const read = readInput(text);
    return read.kind;
  } catch (error) {
    if (error instanceof UnreadableInput) return error.message;
    throw error;
  }
}

const lone = (containers: string) => `{"node": "novox", "containers": [${containers}]}`;

describe('what is refused before it is parsed', () => {
  it.each([
    ['values', lone('1,'.repeat(9_000_000)), '9000003, expected at most 8388608'],
    ['values', lone(`{"name": "web", "hosts": ["n:${'1,'.repeat(9_000_000)}"]}`), '9000006, expected at most 8388608'],
    ['lines', `192.0.2.1 a${'\n'.repeat(5_000_000)}`, '5000000, expected at most 4194304'],
    ['lines', `updated web: replaced${'\r\n'.repeat(2_500_000)}`, '5000000, expected at most 4194304'],
    ['words', `192.0.2.1${' a'.repeat(5_000_000)}`, '5000001, expected at most 4194304'],
  ])('more %s than can be read', (what, text, found) => {
    expect(refusal(text)).toBe(`more ${what} than can be read: found ${found}`);
  });
});

describe('what is refused before it is looked at one by one', () => {
  const many = (one: string, count: number) => Array.from({ length: count }, () => one).join(',');
  const rows = 'found 262145, expected at most 262144';

  it.each([
    ['containers', lone(many('1', 262_145)), rows],
    ['nodes', `{"nodes": [${many('1', 262_145)}]}`, rows],
    ['pods', `{"kind": "PodList", "items": [${many('1', 262_145)}]}`, rows],
    ['containers', `[{"Id": "a", "HostConfig": {}}, ${many('1', 262_144)}]`, rows],
    ['services', `[{"ID": "a", "Spec": {"TaskTemplate": {}}}, ${many('1', 262_144)}]`, rows],
    ['services', `{"services": {${Array.from({ length: 262_145 }, (_, index) => `"${index}": 1`).join(',')}}}`, rows],
    [
      'host entries',
      lone(`{"name": "web", "hosts": ["n:${many('1', 2_100_000)}"]}`),
      'found 2100000, expected at most 2097152',
    ],
  ])('more %s than can be read', (what, text, found) => {
    expect(refusal(text)).toBe(`more ${what} than can be read: ${found}`);
  });

  it('more YAML than can be read', () => {
    expect(refusal(`nodes: [${'a,'.repeat(1_100_000)}]`)).toBe(
      'more YAML than can be read: expected at most 2097152 words and marks',
    );
  });
});

it('a text with as many commas as it likes, in its texts or not, is read up to that', () => {
  expect(refusal(`{"nodes": [], "trigger": "${','.repeat(5_000_000)}"}`)).toBe('pass');
});
