import { describe, expect, test } from 'vitest';
import { type History, StoreError } from '../../../src/history/index.ts';
import type { InputText } from '../../../src/recorder/recorder.ts';
import { openGapKeeper } from '../../../src/recorder/watch/gap-keeper.ts';
import { openWatchLoop, type WatchEvent } from '../../../src/recorder/watch/watch-loop.ts';
import { now, temporaryStore } from '../../support/temporary-store.ts';

describe('the loop that records what sources hand over', () => {
  test('inputs of several sources are recorded in the order in which they are handed over', async () => {
    const { loop, passes, told } = loopAtWork();
    const [first, second] = [loop.openFeed('a', 'keeps-trying'), loop.openFeed('b', 'keeps-trying')];

    await Promise.all([
      first.deliver(input({ pass: 1, nodes: [] })),
      second.deliver(input({ pass: 2, nodes: [] })),
      first.deliver(input({ pass: 3, nodes: [] })),
    ]);

    expect(passes().map(({ key }) => key)).toEqual(['1', '2', '3']);
    expect(told.map((event) => event.kind === 'recorded' && event.source)).toEqual(['a', 'b', 'a']);
  });

  test('an input is on the disk when its delivery resolves', async () => {
    const { loop, passes } = loopAtWork();

    const recorded = await loop.openFeed('a', 'tells-sender').deliver(input({ pass: 1, nodes: [] }));

    expect(recorded).toMatchObject([{ kind: 'appended', appended: { kind: 'recorded', number: 1 } }]);
    expect(passes()).toHaveLength(1);
  });

  test('a lone declaration is recorded at once, and those that come soon after join its pass', async () => {
    const { loop, passes } = loopAtWork();
    const feed = loop.openFeed('a', 'keeps-trying');

    await feed.deliver(input({ node: 'ace', containers: [] }));
    const joined = await feed.deliver(input({ node: 'g14', containers: [] }));

    expect(joined).toMatchObject([{ appended: { kind: 'joined', number: 1, nodes: ['g14'] } }]);
    expect(passes()).toHaveLength(1);
  });

  test('what cannot be read is told and recorded, and the next input is taken', async () => {
    const { loop, passes, told } = loopAtWork();
    const feed = loop.openFeed('a', 'keeps-trying');
    await feed.deliver(input({ pass: 1, nodes: [{ node: 'ace', containers: [] }] }));

    await feed.deliver({ label: 'half', text: '{"pass": 2, ', error: null });
    await feed.deliver(input({ pass: 3, nodes: [{ node: 'ace', containers: [] }] }));

    expect(told.map((event) => event.kind === 'recorded' && event.recorded.kind)).toEqual([
      'appended',
      'unreadable',
      'appended',
    ]);
    expect(passes().map(({ outcome }) => outcome)).toEqual(['planned', 'unreadable', 'planned']);
  });

  test('that a source is away is told once, until it delivers again', async () => {
    const clock = { now };
    const { loop, told, history } = loopAtWork({ clock });
    const feed = loop.openFeed('a', 'keeps-trying');

    feed.away('connection refused');
    feed.away('connection refused');
    clock.now += 90_000;
    await feed.deliver(input({ pass: 1, nodes: [] }));

    expect(told.slice(0, 2)).toEqual([
      { kind: 'away', source: 'a', reason: 'connection refused' },
      { kind: 'back', source: 'a', awayMs: 90_000 },
    ]);
    expect(history.gaps('default', now, clock.now)).toEqual([
      {
        controller: null,
        kind: 'away',
        from: now,
        until: now + 90_000,
        source: 'a',
        reason: 'connection refused',
      },
    ]);
  });

  test('the same notice is told once, and no secret is in what is told', () => {
    const { loop, told } = loopAtWork();
    const feed = loop.openFeed('exec:meshctl --password=hunter22', 'keeps-trying');

    feed.notice('watches are exhausted');
    feed.notice('watches are exhausted');
    feed.away('https://u:hunter22@controller.example refused');

    expect(told).toHaveLength(2);
    expect(JSON.stringify(told)).not.toContain('hunter22');
  });

  test('an input that the store cannot take is tried until it can, and both are told once', async () => {
    const { loop, passes, told, store } = loopAtWork();
    const feed = loop.openFeed('a', 'keeps-trying');
    store.failures = 2;

    await feed.deliver(input({ pass: 1, nodes: [] }));

    expect(told.map(({ kind }) => kind)).toEqual(['store-fault', 'store-back', 'recorded']);
    expect(passes()).toHaveLength(1);
  });

  test('a sender is told at once that the store cannot take its input', async () => {
    const { loop, store } = loopAtWork();
    store.failures = 1;

    const delivery = loop.openFeed('a', 'tells-sender').deliver(input({ pass: 1, nodes: [] }));

    await expect(delivery).rejects.toThrow('the disk is full');
  });

  test('what a fault of ours stumbles over is recorded as unreadable, and said; the next input is taken', async () => {
    const { loop, passes, told } = loopAtWork({ map: stumbling });
    const feed = loop.openFeed('a', 'keeps-trying');
    await feed.deliver(input({ pass: 1, nodes: [{ node: 'ace', containers: [] }] }));

    await feed.deliver({ label: 'input', text: 'stumble', error: null });
    await feed.deliver(input({ pass: 2, nodes: [{ node: 'ace', containers: [] }] }));

    expect(told.flatMap((event) => (event.kind === 'notice' ? [event.words] : []))).toEqual([
      'a fault of roster-history itself: stumbled; please report it',
    ]);
    expect(passes().map(({ outcome, error }) => [outcome, error])).toEqual([
      ['planned', null],
      ['unreadable', 'a fault of roster-history itself: stumbled'],
      ['planned', null],
    ]);
  });

  test('a fault of ours that comes again loses that input alone, and whoever sent one is told of it', async () => {
    const { loop, passes } = loopAtWork({
      map: async () => {
        throw new TypeError('stumbled');
      },
    });

    expect(await loop.openFeed('a', 'keeps-trying').deliver(input({ pass: 1, nodes: [] }))).toEqual([]);
    await expect(loop.openFeed('b', 'tells-sender').deliver(input({ pass: 1, nodes: [] }))).rejects.toThrow('stumbled');
    expect(passes()).toEqual([]);
  });

  test('a source that is closed while it is away is given up, and its gap ends', async () => {
    const clock = { now };
    const { loop, told, history } = loopAtWork({ clock });
    const [there, gone] = [loop.openFeed('a', 'keeps-trying'), loop.openFeed('b', 'keeps-trying')];
    gone.away('no answer');
    clock.now += 1000;

    there.close();
    gone.close();
    gone.close();

    expect(told.map(({ kind }) => kind)).toEqual(['away', 'given-up']);
    expect(history.gaps('default', now, clock.now + 1)).toMatchObject([{ kind: 'away', until: now + 1000 }]);
  });

  test('draining gives up on a store that cannot take anything, and resolves', async () => {
    const { loop, store } = loopAtWork();
    store.failures = Number.POSITIVE_INFINITY;
    const delivery = loop.openFeed('a', 'keeps-trying').deliver(input({ pass: 1, nodes: [] }));
    const rejected = expect(delivery).rejects.toThrow('the disk is full');

    await loop.drain();

    await rejected;
  });
});

function input(document: unknown) {
  return { label: 'input', text: JSON.stringify(document), error: null };
}

/** Fails at one text, as a fault of the program would make it. */
async function stumbling(given: InputText): Promise<InputText> {
  if (given.text === 'stumble') throw new TypeError('stumbled');
  return given;
}

/** A loop on a real store that can be told to fail. */
function loopAtWork({ clock = { now }, map = async (given: InputText): Promise<InputText> => given } = {}) {
  const temporary = temporaryStore();
  const store = { failures: 0 };
  const told: WatchEvent[] = [];
  const history: History = {
    ...temporary.history,
    append(arrival) {
      if (store.failures > 0) {
        store.failures -= 1;
        throw new StoreError('the disk is full');
      }
      return temporary.history.append(arrival);
    },
  };
  const loop = openWatchLoop(history, {
    quietGapMs: 2000,
    now: () => clock.now,
    gaps: openGapKeeper(temporary.history, { recorder: 'watch', controller: null, now: () => clock.now }),
    tell: (event) => told.push(event),
    map,
    wait: async () => {},
  });
  return { ...temporary, loop, told, store };
}
