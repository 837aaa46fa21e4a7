import { type Declaration, type HostsList, lacksAddress, type Missing, type Report } from '../roster/index.ts';

/** Why a declaration or a roster is known not to show everything, and what it may lack. */
export interface Shortfall {
  readonly missing: Missing;
  readonly error: string | null;
}

/** The shortfall of a list in which some name stands without an address; null where each has one. */
export function blanksOf(list: HostsList): Shortfall | null {
  return lacksAddress(list.entries) ? { missing: 'addresses', error: 'names without an address' } : null;
}

/** The report of a node whose declaration could be read: `partial` for the shortfall given, else for its blanks, else `planned`. */
export function readableReport(node: string, declaration: Declaration, given: Shortfall | null): Report {
  const shortfall = given ?? declarationBlanks(declaration);
  return shortfall
    ? { node, outcome: 'partial', declaration, missing: shortfall.missing, error: shortfall.error }
    : { node, outcome: 'planned', declaration };
}

function declarationBlanks({ roster, containers }: Declaration): Shortfall | null {
  for (const list of new Set([roster?.list, ...(containers ?? []).map(({ hosts }) => hosts)])) {
    const blanks = list && blanksOf(list);
    if (blanks) return blanks;
  }
  return null;
}
