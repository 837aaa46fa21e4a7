import fc from 'fast-check';
import { expect, test } from 'vitest';
import { impactOf, nextPass, withDraft } from '../../src/diff/index.ts';
import { readDraft } from '../../src/recorder/index.ts';
import type { Pass } from '../../src/roster/index.ts';
import { temporaryFolder } from '../support/temporary-store.ts';
import { evenings } from './arbitraries.ts';
import { failingEvenings, policies, withFailuresOf } from './followed-policies.ts';
import type { MeshOptions } from './mesh-options.ts';
import { type MeshRun, runMesh } from './miniature-mesh.ts';
import { readRecorded } from './recorded-mesh.ts';

type Places = readonly { readonly node: string; readonly container: string }[];

/** What each policy is said to replace in the pass after so many recorded ones. */
function weighed({ documents }: MeshRun, recorded: number, intervalSeconds: number, folder: string) {
  const document = documents[recorded] as MeshRun['documents'][number];
  return readRecorded(documents.slice(0, recorded), folder, (read, history) => {
    const passes = [...read] as Pass[];
    const latest = passes.at(-1) as Pass;
    const draft = readDraft(history, { label: 'next.json', text: JSON.stringify(document), error: null });
    const at = Date.parse(document.at);
    const { policies: told } = impactOf(
      { baseline: null, passes: () => passes },
      nextPass(latest, withDraft(latest.state, draft), at, draft),
      { policies: policies.map(([policy]) => policy), controlPlane: [], pauseMs: intervalSeconds * 1000 },
    );
    return told.map(({ now }) => texts(now));
  });
}

function texts(places: Places): string[] {
  return places.map(({ node, container }) => `${node} ${container}`).sort();
}

/** What a mesh really replaces in a pass that follows a policy, where the same plans fail. */
function reallyReplaced(run: MeshRun, options: MeshOptions, pass: number): string[][] {
  return policies.map(([, policy]) => {
    const { truth } = runMesh({ ...withFailuresOf(run, options), policy });
    return texts(truth[pass - 1]?.replaced ?? []);
  });
}

/** How many answers were held against what happened, and how many of those told of replacements. */
function checkAll(arbitrary: fc.Arbitrary<Required<MeshOptions>>, numRuns: number) {
  const folder = temporaryFolder();
  const counts = { held: 0, replacing: 0 };
  fc.assert(
    fc.property(arbitrary, fc.nat(), (options, drawn) => {
      const run = runMesh(options);
      const recorded = 1 + (drawn % (options.passes - 1));

      const told = weighed(run, recorded, options.intervalSeconds, folder);
      const really = reallyReplaced(run, options, recorded + 1);

      expect(told).toEqual(really);
      counts.held += told.length;
      counts.replacing += told.filter((now) => now.length > 0).length;
    }),
    { numRuns },
  );
  return counts;
}

test('what a pass would replace is what a mesh then replaces, under each policy', () => {
  const { held, replacing } = checkAll(evenings({ moving: true, fault: true, ownEntries: true }), 15);

  expect(held).toBeGreaterThan(90);
  expect(replacing).toBeGreaterThan(10);
});

test('and so it is whichever plans failed before, and in it', () => {
  const { replacing } = checkAll(failingEvenings({ moving: true, fault: false, ownEntries: true }), 15);

  expect(replacing).toBeGreaterThan(10);
});
