import {
  type Container,
  type Declaration,
  type PassDraft,
  type Problem,
  type Report,
  specOf,
} from '../roster/index.ts';
import { namesCredential } from './credential-words.ts';
import { type DigestSecret, digestOnce } from './digest-secret.ts';
import { type HostsRedactor, hostsRedactor } from './redact-hosts.ts';
import { redactJson, redactObject, redactWhole } from './redact-json.ts';

/**
 * A pass without any secret: what reaches the store, the terminal and the messages. The names of nodes, containers and
 * controllers and the ids of passes are none. Throws RangeError where something is nested more than 600 deep.
 */
export function redactPass(draft: PassDraft, digestSecret: DigestSecret): PassDraft {
  const hosts = hostsRedactor(digestSecret);
  return {
    ...draft,
    trigger: redactJson(draft.trigger, digestSecret),
    roster: draft.roster && hosts.roster(draft.roster),
    error: redactOptional(draft.error, digestSecret),
    reports: draft.reports.map((report) => redactReport(report, hosts, digestSecret)),
    problems: draft.problems.map((problem) => redactProblem(problem, digestSecret)),
    extra: redactObject(draft.extra, digestSecret),
  };
}

function redactReport(report: Report, hosts: HostsRedactor, digestSecret: DigestSecret): Report {
  if (report.outcome === 'planned') {
    return { ...report, declaration: redactDeclaration(report.declaration, hosts, digestSecret) };
  }
  const error = redactOptional(report.error, digestSecret);
  if (report.outcome !== 'partial') return { ...report, error };
  return { ...report, error, declaration: redactDeclaration(report.declaration, hosts, digestSecret) };
}

function redactDeclaration(declaration: Declaration, hosts: HostsRedactor, digestSecret: DigestSecret): Declaration {
  const redactContainer = (container: Container): Container => ({
    ...container,
    hosts: hosts.list(container.hosts),
    spec: specOf(redactObject(container.spec.value, digestSecret)),
  });
  return {
    address: redactOptional(declaration.address, digestSecret),
    roster: declaration.roster && hosts.roster(declaration.roster),
    containers: declaration.containers?.map(redactContainer) ?? null,
    extra: redactObject(declaration.extra, digestSecret),
  };
}

/** The same for one problem. */
export function redactProblem(problem: Problem, digestSecret: DigestSecret): Problem {
  const { text, name } = problem;
  if (text === undefined) return problem;
  if (problem.code === 'invalid-address' && name !== undefined && namesCredential(name)) {
    return { ...problem, text: digestOnce(text, digestSecret) };
  }
  return { ...problem, text: redactWhole(text, digestSecret) };
}

function redactOptional(text: string | null, digestSecret: DigestSecret): string | null {
  return text === null ? null : redactWhole(text, digestSecret);
}
