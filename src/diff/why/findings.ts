import type { Name, NodeOutcome } from '../../roster/index.ts';
import { isOwnName } from '../owners.ts';
import type { Cause, ContainerPlace, Replacement } from '../replacements.ts';
import type { Move } from '../state-difference.ts';
import type { ExplainedPass } from '../window.ts';
import type { Confidence, Finding } from './finding.ts';
import { moduleFindings } from './module-findings.ts';

/** The moves of one pass that one finding explains. */
interface Told {
  readonly pass: ExplainedPass;
  readonly moves: readonly Move[];
}

/**
 * Why names moved and containers were replaced in a window, those first that account for the most replacements. Each move
 * and each replacement is told by exactly one finding, but a container with several causes counts under each of them.
 */
export function findingsOf(passes: readonly ExplainedPass[]): Finding[] {
  const modules = moduleFindings(passes);
  const ofModules = new Set(modules.flatMap(({ names }) => names));
  const told = passes.map(
    (pass): Told => ({ pass, moves: (pass.difference?.moves ?? []).filter(({ name }) => !ofModules.has(name)) }),
  );
  const addresses = addressFindings(told);
  const readdressed = new Set(addresses.flatMap(({ names }) => names));
  const rest = told.map(
    ({ pass, moves }): Told => ({
      pass,
      moves: moves.filter(({ name, kind }) => kind !== 'moved' || !readdressed.has(name)),
    }),
  );
  const findings: Finding[] = [...planFindings(rest), ...withdrawalFindings(rest), ...addresses, ...modules];
  const explained = new Set(findings.flatMap((finding) => ('names' in finding ? finding.names : [])));
  const others = rest.map(
    ({ pass, moves }): Told => ({ pass, moves: moves.filter(({ name }) => !explained.has(name)) }),
  );
  return [...findings, ...plainFindings(others), ...causeFindings(passes)].sort(
    (a, b) => b.replacements - a.replacements || b.passes.length - a.passes.length || (a.kind < b.kind ? -1 : 1),
  );
}

/** An owner's plan failed: names of it were lost, and came back or did not. */
function planFindings(told: readonly Told[]): Finding[] {
  const owners = groupBy(told, ({ kind, reason, owner }) =>
    kind === 'removed' && reason === 'lost' ? (owner ?? '') : null,
  );
  return [...owners].flatMap(([owner, lost]): Finding[] => {
    if (owner === '') return [];
    const names = namesOf(lost);
    const returned = told.flatMap(({ pass, moves }) =>
      moves.some((move) => move.reason === 'returned' && names.includes(move.name)) ? [pass.pass.number] : [],
    );
    const recorded = lost.filter(({ moves }) => moves.some(({ evidence }) => evidence === 'recorded'));
    const errors = recorded.flatMap(({ pass }) => outcomeOf(pass, owner)?.error ?? []);
    const confidence: Confidence =
      recorded.length === lost.length ? 'certain' : returned.length > 0 ? 'likely' : 'possible';
    const involved = told.filter(
      ({ pass }) => returned.includes(pass.pass.number) || lost.some((one) => one.pass === pass),
    );
    return [
      {
        kind: 'plan-failed',
        confidence,
        owner,
        names,
        passes: lost.map(({ pass }) => pass.pass.number),
        returned,
        errors: [...new Set(errors)],
        replacements: replacedFor(involved, names),
      },
    ];
  });
}

function withdrawalFindings(told: readonly Told[]): Finding[] {
  const owners = groupBy(told, ({ kind, reason, owner }) =>
    kind === 'removed' && reason === 'withdrawn' ? owner : null,
  );
  return [...owners].map(([owner, withdrawn]): Finding => {
    const names = namesOf(withdrawn);
    return {
      kind: 'withdrawn',
      confidence: 'certain',
      owner,
      names,
      passes: withdrawn.map(({ pass }) => pass.pass.number),
      replacements: replacedFor(withdrawn, names),
    };
  });
}

/** A node moved: its own name and all that went with it changed from one address to one other. */
function addressFindings(told: readonly Told[]): (Finding & { kind: 'address-changed' })[] {
  return told.flatMap(({ pass, moves }) => {
    const moved = moves.filter(
      ({ kind, before, after }) => kind === 'moved' && before.length === 1 && after.length === 1,
    );
    return moved.flatMap((own): (Finding & { kind: 'address-changed' })[] => {
      const { owner } = own;
      if (owner === null || !isOwnName(own.name, owner)) return [];
      const [before, after] = [own.before[0] as string, own.after[0] as string];
      const along = moved.filter(
        (move) => move.owner === owner && move.before[0] === before && move.after[0] === after,
      );
      const names = along.map(({ name }) => name);
      return [
        {
          kind: 'address-changed',
          confidence: along.length > 1 ? 'certain' : 'likely',
          node: owner,
          before,
          after,
          names,
          passes: [pass.pass.number],
          replacements: replacedFor([{ pass, moves: along }], names),
        },
      ];
    });
  });
}

/** Names that moved for no reason that is known better: told with their owner. */
function plainFindings(told: readonly Told[]): Finding[] {
  const owners = groupBy(told, ({ owner }) => owner ?? '');
  return [...owners].map(([owner, moved]): Finding => {
    const names = namesOf(moved);
    return {
      kind: 'names-moved',
      confidence: 'certain',
      owner: owner === '' ? null : owner,
      names,
      passes: moved.map(({ pass }) => pass.pass.number),
      replacements: replacedFor(moved, names),
    };
  });
}

/** Replacements that no name is to blame for. */
function causeFindings(passes: readonly ExplainedPass[]): Finding[] {
  const of = (cause: Cause) =>
    replacedWith(passes, ({ causes }) => causes.includes(cause) && (cause === 'spec' || !causes.includes('roster')));
  const findings: Finding[] = [];
  for (const kind of ['order', 'spelling', 'unexplained'] as const) {
    const found = of(kind);
    if (found.places.length > 0)
      findings.push({
        kind,
        confidence: 'certain',
        containers: found.places,
        passes: found.passes,
        replacements: found.total,
      });
  }
  const spec = of('spec');
  if (spec.places.length > 0) {
    findings.push({
      kind: 'spec',
      confidence: 'certain',
      paths: spec.paths,
      containers: spec.places,
      passes: spec.passes,
      replacements: spec.total,
    });
  }
  return findings;
}

function replacedWith(passes: readonly ExplainedPass[], isMeant: (replacement: Replacement) => boolean) {
  const places = new Map<string, ContainerPlace>();
  const paths = new Set<string>();
  const numbers: number[] = [];
  let total = 0;
  for (const { pass, difference } of passes) {
    const meant = (difference?.replacements.containers ?? []).filter((one) => one.observed !== false && isMeant(one));
    if (meant.length > 0) numbers.push(pass.number);
    total += meant.length;
    for (const { node, container, spec } of meant) {
      places.set(`${node} ${container}`, { node, container });
      for (const path of spec) paths.add(path);
    }
  }
  return { places: [...places.values()], paths: [...paths].sort(), passes: numbers, total };
}

function groupBy(told: readonly Told[], keyOf: (move: Move) => string | null): Map<string, Told[]> {
  const groups = new Map<string, Told[]>();
  for (const { pass, moves } of told) {
    const keys = new Map<string, Move[]>();
    for (const move of moves) {
      const key = keyOf(move);
      if (key !== null) keys.set(key, [...(keys.get(key) ?? []), move]);
    }
    for (const [key, own] of keys) groups.set(key, [...(groups.get(key) ?? []), { pass, moves: own }]);
  }
  return groups;
}

function namesOf(told: readonly Told[]): Name[] {
  return [...new Set(told.flatMap(({ moves }) => moves.map(({ name }) => name)))].sort();
}

function replacedFor(told: readonly Told[], names: readonly Name[]): number {
  const blamed = new Set(names);
  return told.reduce((sum, { pass }) => {
    const containers = pass.difference?.replacements.containers ?? [];
    return (
      sum + containers.filter((one) => one.observed !== false && one.names.some((name) => blamed.has(name))).length
    );
  }, 0);
}

function outcomeOf({ pass }: ExplainedPass, node: string): NodeOutcome | undefined {
  return pass.outcomes.find((one) => one.node === node);
}
