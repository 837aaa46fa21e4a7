import { expect, onTestFinished, test } from 'vitest';
import { takeRecorderName } from '../../../src/cli/watch/recorder-name.ts';
import { temporaryStore } from '../../support/temporary-store.ts';

test('a name is one recorder’s alone, until it lets go of it', async () => {
  const { file } = temporaryStore();
  const other = temporaryStore();
  const take = async (store: string) => {
    const taken = await takeRecorderName(store, 'watch');
    onTestFinished(taken.release);
    return taken;
  };

  const [first, second] = [await take(file), await take(file)];
  expect([first.name, second.name, (await take(other.file)).name]).toEqual(['watch', 'watch (2)', 'watch']);
  first.release();

  expect((await take(file)).name).toBe('watch');
});
