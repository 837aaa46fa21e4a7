import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const start = Date.UTC(2026, 2, 1, 10);

/**
 * A pass of a mesh of two nodes and six containers: its id, and one name that goes and comes back with every other pass.
 * `extra` makes it so many characters larger.
 */
export function passText(key: string, number: number, { controller = 'mesh', extra = 0, at = start } = {}): string {
  const names = ['git', 'chat', 'mail', 'photos', 'music'].filter((name) => name !== 'music' || number % 2 === 0);
  const hosts = names.map((name, index) => `${name}.mesh.example:192.0.2.${index + 1}`);
  const containers = ['web', 'store', 'edge'].map((name) => ({
    name: `${name}.server`,
    module: name,
    image: `${name}:${Math.floor(number / 7)}`,
    hosts,
  }));
  return JSON.stringify({
    controller,
    pass: key,
    at: new Date(at + number * 10_000).toISOString(),
    trigger: `pass ${number}`,
    roster: names.map((name, index) => ({
      name: `${name}.mesh.example`,
      address: `192.0.2.${index + 1}`,
      node: 'ace',
    })),
    nodes: ['ace', 'novox'].map((node) => ({ node, outcome: 'planned', containers })),
    ...(extra === 0 ? {} : { note: noise(number, extra) }),
  });
}

/** Writes passes as files, and gives their paths, in order. */
export function writePasses(folder: string, keys: readonly string[], firstNumber = 1): string[] {
  mkdirSync(folder, { recursive: true });
  return keys.map((key, index) => {
    const file = join(folder, `${String(index).padStart(6, '0')}.json`);
    writeFileSync(file, passText(key, firstNumber + index));
    return file;
  });
}

/** Text that cannot be packed. */
function noise(seed: number, length: number): string {
  let state = seed + 1;
  let text = '';
  while (text.length < length) {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    text += (state >>> 0).toString(36);
  }
  return text.slice(0, length);
}
