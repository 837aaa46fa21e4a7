/** Builders of inputs for tests of the formats, and readers of what came of them. */
import { type Circumstances, readPass } from '../../src/formats/index.ts';
import type { Container, Declaration, Json, JsonObject, PassDraft, Problem, Report } from '../../src/roster/index.ts';

/** The draft of a value as JSON text. */
export function draftOf(value: Json, circumstances: Circumstances = {}, format?: string): PassDraft {
  return readPass(JSON.stringify(value), circumstances, format).draft;
}

/** The one report of a lone declaration, `outcome` aside given as the keys of its JSON. */
export function loneReport(keys: JsonObject, circumstances: Circumstances = {}): Report {
  const { reports } = draftOf({ node: 'novox', ...keys }, circumstances);
  return onlyOne(reports);
}

/** The one container of a lone declaration that lists it. */
export function loneContainer(keys: JsonObject): Container {
  return onlyOne(declarationOf(loneReport({ containers: [keys] })).containers ?? []);
}

/** The problems of a lone declaration. */
export function loneProblems(keys: JsonObject): readonly Problem[] {
  return draftOf({ node: 'novox', ...keys }).problems;
}

/** The declaration of a report that has one. */
export function declarationOf(report: Report | undefined): Declaration {
  if (report?.outcome !== 'planned' && report?.outcome !== 'partial') throw new Error('no declaration');
  return report.declaration;
}

/** An engine id of 64 characters that begins as given. */
export function engineId(start: string): string {
  return start.padEnd(64, '0');
}

/** One element of a docker inspect: by default the container `/web` without host entries and labels. */
export function inspected(keys: JsonObject = {}): JsonObject {
  const id = typeof keys.Id === 'string' ? keys.Id : engineId('1');
  return {
    Id: id,
    Name: '/web',
    State: { Status: 'running' },
    ...keys,
    Config: { Hostname: id.slice(0, 12), Image: 'web:1', Labels: {}, ...(keys.Config as JsonObject | undefined) },
    HostConfig: { NetworkMode: 'bridge', ExtraHosts: null, ...(keys.HostConfig as JsonObject | undefined) },
  };
}

/** The labels that compose gives to a container of the project `mesh`. */
export function composeLabels(service: string, others: Record<string, string> = {}): Record<string, string> {
  const own = { project: 'mesh', service, 'container-number': '1', oneoff: 'False', ...others };
  return Object.fromEntries(Object.entries(own).map(([key, value]) => [`com.docker.compose.${key}`, value]));
}

/** The containers of a docker inspect. */
export function inspectedContainers(...elements: readonly JsonObject[]): readonly Container[] {
  return declarationOf(onlyOne(draftOf(elements).reports)).containers ?? [];
}

/** The only one of a list. */
export function onlyOne<T>(list: readonly T[]): T {
  if (list.length !== 1) throw new Error(`expected one, found ${list.length}`);
  return list[0] as T;
}
