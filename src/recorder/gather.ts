import type { PassDraft } from '../roster/index.ts';

/**
 * Gathers what arrived together into passes. Lone declarations with the same id make one pass; those without an id make
 * one as long as no node comes twice and no two given times are further apart than the quiet gap. A pass document is
 * a pass of its own, and ends the gathering of those without an id.
 */
export function gather(drafts: readonly PassDraft[], quietGapMs: number): PassDraft[] {
  const passes: PassDraft[] = [];
  const byKey = new Map<string, number>();
  let open: number | null = null;
  for (const draft of drafts) {
    if (!draft.lone) {
      passes.push(draft);
      open = null;
      continue;
    }
    const key = draft.key === null ? null : JSON.stringify([draft.controller, draft.key]);
    const at = key === null ? open : (byKey.get(key) ?? null);
    const gathering = at === null ? undefined : (passes[at] as PassDraft);
    if (gathering && at !== null && mayJoin(gathering, draft, key === null ? quietGapMs : null)) {
      passes[at] = joined(gathering, draft);
      continue;
    }
    passes.push(draft);
    if (key === null) open = passes.length - 1;
    else byKey.set(key, passes.length - 1);
  }
  return passes;
}

function mayJoin(pass: PassDraft, draft: PassDraft, quietGapMs: number | null): boolean {
  if (pass.controller !== draft.controller) return false;
  if (draft.reports.some(({ node }) => pass.reports.some((known) => known.node === node))) return false;
  return quietGapMs === null || pass.at === null || draft.at === null || Math.abs(draft.at - pass.at) <= quietGapMs;
}

function joined(pass: PassDraft, draft: PassDraft): PassDraft {
  return {
    ...pass,
    at: pass.at ?? draft.at,
    trigger: pass.trigger ?? draft.trigger,
    reports: [...pass.reports, ...draft.reports],
    problems: [...pass.problems, ...draft.problems],
  };
}
