import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type ExplainedPass, type ExplainedWindow, explainWindow, type Move } from '../../src/diff/index.ts';
import { readPass } from '../../src/formats/index.ts';
import { temporaryFolder } from '../support/temporary-store.ts';
import { evenings } from './arbitraries.ts';
import type { PassDocument } from './controller.ts';
import { type MeshRun, runMesh } from './miniature-mesh.ts';
import { readRecorded } from './recorded-mesh.ts';
import type { PassTruth, TrueMove } from './truth.ts';

/** What the tool says of a pass, without its reasons, as the truth would say it. */
function told({ difference }: ExplainedPass) {
  const { moves = [], replacements } = difference ?? {};
  return {
    moves: moves.map(({ reason: _, evidence: __, ...move }) => move).sort(byName),
    replaced: (replacements?.containers ?? [])
      .map(({ node, container, causes }) => ({ node, container, causes }))
      .sort(byPlace),
    total: replacements?.total ?? 0,
    created: [...(replacements?.created ?? [])].sort(byPlace),
    removed: [...(replacements?.removed ?? [])].sort(byPlace),
  };
}

function really({ moves, replaced, created, removed }: PassTruth) {
  const place = ({ node, container }: { node: string; container: string }) => ({ node, container });
  return {
    moves: moves
      .map(({ reason: _, roster, nodes, containers, ...move }) => ({ ...move, seenBy: { roster, nodes, containers } }))
      .sort(byName),
    replaced: replaced.map((deed) => ({ ...place(deed), causes: deed.causes })).sort(byPlace),
    total: replaced.length,
    created: created.map(place).sort(byPlace),
    removed: removed.map(place).sort(byPlace),
  };
}

const byName = (a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : 1);
const byPlace = (a: { node: string; container: string }, b: typeof a) =>
  `${a.node} ${a.container}` < `${b.node} ${b.container}` ? -1 : 1;

/**
 * The reason that can be told from outside. Where a failure is swallowed, a node with a single routed name cannot be told
 * from one that withdrew it.
 */
function tellable(move: TrueMove, reported: boolean, before: PassDocument): Pick<Move, 'reason' | 'evidence'> {
  if (move.kind === 'added') return { reason: move.reason, evidence: null };
  if (move.reason === 'withdrawn') return { reason: 'withdrawn', evidence: 'recorded' };
  if (reported) return { reason: 'lost', evidence: 'recorded' };
  const routed = before.roster.filter(({ name, node }) => node === move.owner && name !== `${node}.internal`);
  return routed.length >= 2 ? { reason: 'lost', evidence: 'inferred' } : { reason: 'withdrawn', evidence: 'recorded' };
}

/** A name that is withdrawn while many others are lost looks lost too: what many names do together is what is inferred from. */
function isBlurred({ reason }: TrueMove, { moves }: PassTruth): boolean {
  return reason === 'withdrawn' && moves.filter(({ kind }) => kind === 'removed').length >= 3;
}

/** What the tool explains of an evening that was recorded, and the evening. */
interface ExplainedEvening extends MeshRun {
  readonly explained: ExplainedWindow;
  readonly reported: boolean;
}

/** Records any number of evenings, each in a store of its own, and checks what the tool explains of them. */
function checkAll(check: (evening: ExplainedEvening) => void): void {
  const folder = temporaryFolder();
  fc.assert(
    fc.property(evenings(), ({ reported, ...options }) => {
      const run = runMesh({ reported, ...options });

      const explained = readRecorded(run.documents, folder, (passes) => explainWindow(passes, null));

      check({ ...run, explained, reported });
    }),
    { numRuns: 30 },
  );
}

describe('of any evening', () => {
  test('the tool tells which names moved and which containers were replaced, created and removed, and why', () => {
    checkAll(({ truth, explained }) => {
      expect(explained.passes.map(told)).toEqual(truth.map(really));
    });
  });

  test('the tool tells what was lost from what was withdrawn, as far as that can be told', () => {
    checkAll(({ truth, documents, explained: { passes }, reported }) => {
      for (const [index, pass] of truth.entries()) {
        const moves = new Map(passes[index]?.difference?.moves.map((move) => [`${move.kind} ${move.name}`, move]));
        for (const move of pass.moves) {
          const { reason, evidence } = moves.get(`${move.kind} ${move.name}`) as Move;
          const before = documents[index - 1] as PassDocument;
          if (!isBlurred(move, pass)) expect({ reason, evidence }).toEqual(tellable(move, reported, before));
        }
      }
    });
  });

  test('each document is read as a pass of its own, without a problem', () => {
    fc.assert(
      fc.property(evenings(), (options) => {
        const { documents, truth } = runMesh(options);

        for (const [index, document] of documents.entries()) {
          const { draft, format } = readPass(JSON.stringify(document));
          expect([format, draft.key, draft.at, draft.trigger, draft.lone, draft.problems]).toEqual([
            'mesh',
            String(index + 1),
            truth[index]?.at,
            truth[index]?.event.trigger,
            false,
            [],
          ]);
          expect(draft.reports.map(({ node, outcome }) => [node, outcome])).toEqual(
            document.nodes.map(({ node, outcome }) => [node, outcome]),
          );
        }
      }),
      { numRuns: 20 },
    );
  });
});

test('an evening with the swallowed fault is told pass by pass, and its net is only what was really changed', () => {
  const run = runMesh({ seed: 1, passes: 9, fault: true, reported: false, eventRate: 0 });

  const { passes, net } = readRecorded(run.documents, temporaryFolder(), (recorded) => explainWindow(recorded, null));

  const words = passes.map(({ pass, difference }) => {
    const moved = new Set(difference?.moves.map(({ kind, owner, reason }) => `${owner} ${kind} ${reason}`));
    return [pass.number, ...moved, difference?.moves.length ?? 0, difference?.replacements.total ?? 0];
  });
  expect(words).toEqual([
    [1, 0, 0],
    [2, 0, 0],
    [3, 'ace added new', 1, 12],
    [4, 'g14 removed lost', 3, 12],
    [5, 0, 0],
    [6, 'g14 added returned', 3, 12],
    [7, 'g14 removed lost', 3, 12],
    [8, 0, 0],
    [9, 'g14 added returned', 3, 12],
  ]);
  expect(net?.moves.map(({ name, kind }) => [name, kind])).toEqual([['blog-3.ace.example', 'added']]);
});
