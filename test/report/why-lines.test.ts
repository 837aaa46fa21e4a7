import { describe, expect, test } from 'vitest';
import { whyLines } from '../../src/report/why-lines.ts';
import type { JsonObject, Outcome } from '../../src/roster/index.ts';
import { mesh } from '../diff/builders.ts';
import type { PassParts, StateParts } from '../roster/builders.ts';
import { passesOf, texts, windowOf } from './builders.ts';

function why(...all: readonly (StateParts | PassParts)[]): string[] {
  return texts(whyLines(windowOf(passesOf(...all))));
}

const git = 'git:192.0.2.3';
const hub = [git, 'auth:192.0.2.3', 'mail:192.0.2.3'];
const full = mesh([...hub, 'forge:192.0.2.2', 'books:192.0.2.2']);

function faring(outcome: Outcome, error: string | null = null): PassParts {
  return { state: mesh(hub), outcomes: [{ node: 'g14', outcome, error }] };
}

describe('why names went', () => {
  test('withdrawn: the owner planned without them', () => {
    expect(why(mesh([...hub, 'forge:192.0.2.2']), mesh(hub))).toEqual(['withdrawn (recorded): g14 planned without it']);
    expect(
      why(mesh([...hub, 'forge:192.0.2.2', 'books:192.0.2.2', 'chat:192.0.2.2']), mesh([...hub, 'chat:192.0.2.2'])),
    ).toEqual(['withdrawn (recorded): g14 planned without them']);
  });

  test('lost, as recorded: how the owner fared, and its error on one line', () => {
    expect(why(full, faring('failed', 'plan:\n  store unreachable\n'))).toEqual([
      'lost (recorded): g14 failed when they went: plan: store unreachable',
    ]);
    expect(why(full, faring('unreadable'))).toEqual(['lost (recorded): g14 was unreadable when they went']);
    expect(why(mesh([...hub, 'forge:192.0.2.2']), faring('failed'))).toEqual([
      'lost (recorded): g14 failed when it went',
    ]);
  });

  test('a long error is cut', () => {
    expect(why(full, faring('failed', 'x'.repeat(500)))).toEqual([
      `lost (recorded): g14 failed when they went: ${'x'.repeat(159)}…`,
    ]);
  });

  test('lost, as inferred: what it looks like, and that no outcome says so', () => {
    expect(why(full, mesh(hub))).toEqual([
      "lost (inferred): all of g14's routed names went at once, as when its plan fails; no outcome reports a failure",
    ]);
    const foreign = ['a:198.51.100.1', 'b:198.51.100.1', 'c:198.51.100.1'];
    expect(why(mesh(foreign), mesh([]))).toEqual([
      'lost (inferred): so many names went at once that a failure is likelier than a decision; no outcome reports one',
    ]);
  });

  test('unknown', () => {
    expect(why(mesh([...hub, 'x:198.51.100.1']), mesh(hub))).toEqual([
      'unknown: nothing recorded says why, and nothing in the shape of the move does',
    ]);
  });

  test('names that only came or moved need no reason', () => {
    expect(why(mesh(hub), full)).toEqual([]);
  });

  test('the same reason is said once', () => {
    expect(
      why(
        mesh([...hub, 'forge:192.0.2.2', 'books:192.0.2.2', 'chat:192.0.2.2']),
        mesh([...hub, 'books:192.0.2.2', 'chat:192.0.2.2']),
        mesh([...hub, 'chat:192.0.2.2']),
      ),
    ).toEqual(['withdrawn (recorded): g14 planned without it']);
  });
});

/** A mesh of one node with these containers' specs. */
function specs(...all: readonly JsonObject[]): StateParts {
  return {
    nodes: {
      novox: { containers: all.map((spec, index) => ({ id: `m${index}/m${index}.server`, hosts: [git], spec })) },
    },
  };
}

describe('what else replaced containers', () => {
  test('the spec: which paths, in how many containers and where', () => {
    const level = (text: string) =>
      specs(...Array.from({ length: 5 }, () => ({ image: 'a', env: { LOG_LEVEL: text } })));

    expect(why(level('info'), level('debug'), level('info'))).toEqual([
      'the spec: env.LOG_LEVEL changed, in 5 containers (passes 2, 3): all 5 of novox',
    ]);
  });

  test('each set of paths apart, the costliest first, a few containers by name', () => {
    const before = specs({ image: 'a' }, { image: 'a' }, { image: 'a', env: { A: '1' } });
    const after = specs({ image: 'b' }, { image: 'b' }, { image: 'b', env: { A: '2' } });

    expect(why(before, after)).toEqual([
      'the spec: image changed, in 2 containers (pass 2): m0.server (m0) on novox and m1.server (m1) on novox',
      'the spec: env.A and image changed, in 1 container (pass 2): m2.server (m2) on novox',
    ]);
  });

  test('many changes are counted', () => {
    const keys = ['a', 'b', 'c', 'd', 'e', 'f'];
    const [before, after] = ['1', '2'].map((value) => specs(...keys.map((key) => ({ [key]: value })))) as [
      StateParts,
      StateParts,
    ];

    expect(why(before, after)).toHaveLength(5);
    expect(why(before, after).at(-1)).toBe('and 2 more replacements for other changes');
  });

  test('order and spelling', () => {
    expect(why(mesh([git, 'auth:192.0.2.3']), mesh(['auth:192.0.2.3', git]))).toEqual([
      'order: the same names stand in another order, in 3 containers (pass 2): forgejo.server (forgejo) on g14, ' +
        'postgres.server (mesh-store) on novox and gitea.server (gitea) on novox',
    ]);
    expect(why(mesh([git]), mesh(['GIT:192.0.2.3']))).toEqual([
      'spelling: the same names and addresses are written otherwise, in 3 containers (pass 2): forgejo.server (forgejo) ' +
        'on g14, postgres.server (mesh-store) on novox and gitea.server (gitea) on novox',
    ]);
  });

  test('a replacement that was observed and is unexplained, but none that was seen not to happen', () => {
    const running = (id: string, image: string) => ({
      nodes: {
        novox: {
          containers: [
            { id: 'a', engine: { id } },
            { id: 'b', engine: { id: '1' }, spec: { image } },
          ],
        },
      },
    });

    expect(why(running('1', 'a'), running('2', 'b'))).toEqual([
      'unexplained: replaced, and nothing that we keep of it changed, in 1 container (pass 2): a on novox',
    ]);
  });

  test('what the roster replaced anyway is not told again', () => {
    const both = (image: string, hosts: readonly string[]) => ({
      nodes: { novox: { containers: [{ hosts, spec: { image } }] } },
    });

    expect(why(both('a', hub), both('b', [...hub, 'new:192.0.2.9']))).toEqual([]);
  });

  test('passes that did the same are told in their order', () => {
    const [a, b, c] = ['a', 'b', 'c'].map((image) => specs({ image })) as [StateParts, StateParts, StateParts];

    expect(why(a, b, a, c, a, b)).toEqual([
      'the spec: image changed, in 1 container (passes 2–6): m0.server (m0) on novox',
    ]);
  });
});
