import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const { exports, bin } = JSON.parse(readFileSync('package.json', 'utf8'));
const rooms = Object.keys(exports).filter((name) => name !== './package.json');

describe('the library', () => {
  test('offers the pure rooms, each with its types', () => {
    expect(rooms).toEqual(['./roster', './formats', './diff', './report']);
    for (const room of rooms) {
      expect(existsSync(exports[room].default)).toBe(true);
      expect(existsSync(exports[room].types)).toBe(true);
    }
    expect(existsSync(bin['roster-history'])).toBe(true);
  });

  test('works by its name, in a process of its own', () => {
    const script = `
      import { readPass } from 'roster-history/formats';
      import { hostsListOf, parseHostEntry } from 'roster-history/roster';
      import { listDifference } from 'roster-history/diff';
      import { renderTerminal } from 'roster-history/report';
      const list = (text) => hostsListOf(parseHostEntry(text).entries);
      const { moves } = listDifference(list('db.internal:192.0.2.1'), list('db.internal=192.0.2.2'));
      const { draft } = readPass('192.0.2.1 db.internal');
      const view = [{ kind: 'title', line: [{ text: moves[0].kind, tone: 'plain' }] }];
      process.stdout.write(renderTerminal(view, { width: 80, colour: false }) + draft.roster.list.entries.length);
    `;

    const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });

    expect({ stdout, stderr }).toEqual({ stdout: 'moved\n1', stderr: '' });
  });
});
