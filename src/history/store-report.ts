import { type Declaration, declarationInForce, type Report } from '../roster/index.ts';
import type { Contents } from './contents.ts';
import { addDeclaration, type DeclarationRef } from './declaration-content.ts';
import type { NounLoader } from './load-nouns.ts';
import type { NodeReport } from './mesh-state.ts';
import type { StoredReport } from './stored-report.ts';

/** Adds the contents of a report. What is in force after it rests on the node's report before it. */
export function storeReport(
  contents: Contents,
  nouns: NounLoader,
  report: Report,
  before: NodeReport | undefined,
): StoredReport {
  const { outcome } = report;
  if (
    report.outcome === 'planned' &&
    before?.report.inForce &&
    isWhole(nouns, report.declaration, before.report.inForce)
  ) {
    const delivered = addDeclaration(contents, report.declaration, before.report.inForce);
    return { outcome, error: null, missing: null, delivered, inForce: delivered };
  }
  const [last, ref] = lastDeclaration(nouns, before);
  if (report.outcome !== 'planned' && report.outcome !== 'partial') {
    const whole = withAddress(last, report.address);
    const inForce = whole === last ? ref : addDeclaration(contents, whole as Declaration, ref);
    return { outcome, error: report.error, missing: null, delivered: null, inForce };
  }
  const missing = report.outcome === 'partial' ? report.missing : null;
  const error = report.outcome === 'partial' ? report.error : null;
  const delivered = addDeclaration(contents, report.declaration, ref);
  const whole = declarationInForce(last, report.declaration, missing);
  const inForce = isSame(whole, report.declaration) ? delivered : addDeclaration(contents, whole, ref ?? delivered);
  return { outcome, error, missing, delivered, inForce };
}

/** Whether a declaration that was planned lacks nothing that the one before it would fill in, which is seen without reading its lists. */
function isWhole(nouns: NounLoader, { address, roster, containers }: Declaration, before: DeclarationRef): boolean {
  try {
    const [addressBefore, , rosterBefore] = nouns.encodedDeclaration(before.content);
    return containers !== null && (address ?? addressBefore) === address && (roster !== null || rosterBefore === null);
  } catch {
    return false;
  }
}

/** The declaration in force; none where the disk did not keep it. */
function lastDeclaration(
  nouns: NounLoader,
  before: NodeReport | undefined,
): [Declaration, DeclarationRef] | [null, null] {
  const ref = before?.report.inForce ?? null;
  if (ref === null) return [null, null];
  try {
    return [nouns.declaration(ref), ref];
  } catch {
    return [null, null];
  }
}

/** The last declaration of a node that gives none now. Its address is taken where none was known: names are owned by it. */
function withAddress(last: Declaration | null, address: string | null): Declaration | null {
  if (address === null || (last !== null && last.address !== null)) return last;
  return { ...(last ?? { containers: null, roster: null, extra: {} }), address };
}

/** Whether two declarations consist of the same objects, which spares the digest of the second. */
function isSame(a: Declaration, b: Declaration): boolean {
  if (a.address !== b.address || a.roster !== b.roster || a.extra !== b.extra) return false;
  if (a.containers === null || b.containers === null) return a.containers === b.containers;
  const others = b.containers;
  return a.containers.length === others.length && a.containers.every((container, index) => container === others[index]);
}
