import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openForReading } from '../../src/history/index.ts';
import { failed, partial, planned } from '../roster/builders.ts';
import { temporaryStore } from '../support/temporary-store.ts';
import { copyToOlder } from '../torture/older-copy.ts';

const web = (...hosts: string[]) => ({ containers: [{ id: 'mesh/web', hosts, spec: { image: 'web:1' } }] });

test('the passes of the first schema are what they were after they were brought up to date', () => {
  const { append, passes, file, folder } = temporaryStore();
  append({
    key: '1',
    roster: ['a.internal:192.0.2.1'],
    trigger: { by: 'timer' },
    reports: [planned('novox', web('a.internal:192.0.2.1')), failed('g14', 'down')],
    problems: [{ code: 'invalid-time', text: 'noon' }],
    extra: { revision: 'abc' },
  });
  append({
    key: '2',
    reports: [planned('novox', web('a.internal:192.0.2.2')), partial('ace', 'names', web('b:192.0.2.9'))],
  });
  append({ controller: 'lab', reports: [planned('novox', web())] });
  append({ key: '3', roster: ['a.internal:192.0.2.2'], reports: [] });
  append({ key: '4', reports: [planned('novox', web('a.internal:192.0.2.1')), planned('g14', web())] });
  const older = join(folder, 'older.db');
  copyToOlder(file, older);

  const history = openForReading(older);

  onTestFinished(() => history.close());
  for (const controller of ['default', 'lab']) {
    expect([...history.passes(controller, 1, 9)]).toEqual(passes(controller));
  }
  expect(history.verify()).toEqual([]);
});
