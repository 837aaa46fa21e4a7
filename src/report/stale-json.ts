import type { Gap, Stale } from '../diff/index.ts';
import { gapsJson } from './gaps-json.ts';
import type { ComparedStale } from './stale-compared.ts';
import type { TimeWriter } from './times.ts';

/** What `stale --json` prints. */
export function staleJson(stale: Stale, compared: ComparedStale, gaps: readonly Gap[], times: TimeWriter) {
  const known = gapsJson(gaps, times);
  const shortfalls = compared.running.flatMap(({ shortfall, node }) =>
    shortfall === null ? [] : [{ kind: 'partial', pass: null, node, text: shortfall, from: null, until: null }],
  );
  return {
    format: 'roster-history/stale@1',
    complete: known.complete && shortfalls.length === 0,
    gaps: [...shortfalls, ...known.gaps],
    compared: {
      declared: {
        controller: compared.declared.controller,
        pass: compared.declared.number,
        key: compared.declared.key,
        at: times.instant(compared.declared.at),
        standing: compared.standing,
      },
      running: compared.running.map(({ label, at, pass, node, nodeBy, containers }) => ({
        source: label,
        controller: pass?.controller ?? null,
        pass: pass?.number ?? null,
        at: at === null ? null : times.instant(at),
        node,
        nodeBy,
        containers,
      })),
      containers: stale.matched,
    },
    stale: stale.stale.map(({ node, container, names }) => ({
      node,
      container,
      names: names.map((one) => {
        const { name, holds, declared, kind, since, passes } = one;
        const { reason, evidence } = compared.reasonOf(one) ?? { reason: null, evidence: null };
        const instant = since === null ? null : { pass: since.pass, at: times.instant(since.at) };
        return { name, holds, declared, kind, since: instant, passes, reason, evidence };
      }),
    })),
    notDeclared: stale.notDeclared,
    notRunning: stale.notRunning,
    writtenOtherwise: stale.writtenOtherwise,
    resolvedGateway: stale.resolvedGateway,
  };
}
