import type { PassDraft } from '../roster/index.ts';

/** A draft with what its sources are called. */
export interface Gathered {
  readonly draft: PassDraft;
  readonly labels: readonly string[];
}

/** Gathers drafts into passes as they come, in the order in which each pass began. */
export interface Gatherer {
  /** Takes a draft, and gives the passes that are complete by now. */
  take(draft: PassDraft, label: string): Gathered[];
  /** Gives what is still gathering: nothing more belongs to it. */
  finish(): Gathered[];
}

interface Gathering extends Gathered {
  readonly identity: string;
  /** The latest time that one of its declarations gave. */
  readonly lastAt: number | null;
}

/** So many passes gather side by side at most; what still belongs to an older one joins it in the history. */
const mostGathering = 64;

/**
 * Makes a gatherer. Lone declarations with the same id make one pass; those without an id make one as long as no node comes
 * twice and no given time is further than the quiet gap from the one before. A pass document is a pass of its own, and
 * ends the gathering.
 */
export function openGatherer(quietGapMs: number): Gatherer {
  let passes: Gathering[] = [];
  const open = new Map<string, Gathering>();

  function finish(): Gathered[] {
    const complete = passes;
    passes = [];
    open.clear();
    return complete;
  }

  function completeByNow(): Gathered[] {
    const isOpen = (pass: Gathering): boolean => open.get(pass.identity) === pass;
    const firstOpen = passes.findIndex(isOpen);
    const complete: Gathered[] = passes.splice(0, firstOpen < 0 ? passes.length : firstOpen);
    if (passes.length > mostGathering) {
      const oldest = passes.shift() as Gathering;
      open.delete(oldest.identity);
      complete.push(oldest, ...completeByNow());
    }
    return complete;
  }

  return {
    finish,
    take(given, label) {
      if (!given.lone) return [...finish(), { draft: given, labels: [label] }];
      const draft = asNode(given);
      const identity = JSON.stringify([draft.controller, draft.key]);
      const gathering = open.get(identity);
      const next = gathering && mayJoin(gathering, draft, quietGapMs) ? joined(gathering, draft, label) : null;
      if (gathering && next) passes[passes.indexOf(gathering)] = next;
      const pass = next ?? { draft, labels: [label], identity, lastAt: draft.at };
      if (!next) passes.push(pass);
      open.set(identity, pass);
      return completeByNow();
    },
  };
}

/** A lone declaration says nothing of its pass as a whole: how it was read is told by its report. */
function asNode(draft: PassDraft): PassDraft {
  return { ...draft, outcome: 'planned', missing: null, error: null };
}

function mayJoin({ draft: pass, lastAt }: Gathering, draft: PassDraft, quietGapMs: number): boolean {
  if (draft.reports.some(({ node }) => pass.reports.some((known) => known.node === node))) return false;
  return draft.key !== null || lastAt === null || draft.at === null || Math.abs(draft.at - lastAt) <= quietGapMs;
}

function joined({ draft: pass, labels, identity, lastAt }: Gathering, draft: PassDraft, label: string): Gathering {
  return {
    identity,
    labels: labels.includes(label) ? labels : [...labels, label],
    lastAt: lastAt === null || draft.at === null ? (lastAt ?? draft.at) : Math.max(lastAt, draft.at),
    draft: {
      ...pass,
      at: pass.at ?? draft.at,
      trigger: pass.trigger ?? draft.trigger,
      reports: [...pass.reports, ...draft.reports],
      problems: [...pass.problems, ...draft.problems],
      extra: { ...draft.extra, ...pass.extra },
    },
  };
}
