import type { ExplainedPass } from '../explained-pass.ts';
import { type ContainerPlace, placeKey, type Replacement } from '../replacements.ts';
import type { Finding } from './finding.ts';
import { replacedIn } from './untold.ts';

/** Replacements that no name is to blame for, and those whose spec changed. */
export function causeFindings(passes: readonly ExplainedPass[]): Finding[] {
  const findings: Finding[] = [];
  for (const kind of ['order', 'spelling', 'unexplained'] as const) {
    const { paths: _, ...found } = replacedWith(
      passes,
      ({ causes }) => causes.includes(kind) && !causes.includes('roster'),
    );
    if (found.replacements > 0) findings.push({ kind, confidence: 'certain', ...found });
  }
  const spec = replacedWith(passes, ({ causes }) => causes.includes('spec'));
  if (spec.replacements > 0) findings.push({ kind: 'spec', confidence: 'certain', ...spec });
  return findings;
}

function replacedWith(passes: readonly ExplainedPass[], isMeant: (replacement: Replacement) => boolean) {
  const places = new Map<string, ContainerPlace>();
  const paths = new Set<string>();
  const numbers: number[] = [];
  let replacements = 0;
  for (const one of passes) {
    const meant = replacedIn(one).filter(isMeant);
    if (meant.length > 0) numbers.push(one.pass.number);
    replacements += meant.length;
    for (const { node, container, spec } of meant) {
      places.set(placeKey({ node, container }), { node, container });
      for (const path of spec) paths.add(path);
    }
  }
  return { containers: [...places.values()], paths: [...paths].sort(), passes: numbers, replacements };
}
