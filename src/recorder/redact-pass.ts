import {
  type Container,
  type Declaration,
  type PassDraft,
  type Problem,
  type Report,
  specOf,
} from '../roster/index.ts';
import { type DigestSecret, redactJson, redactObject, redactText } from './redact.ts';

/** A pass without any secret: what reaches the store, the terminal and the messages. Names and addresses are none. */
export function redactPass(draft: PassDraft, digestSecret: DigestSecret): PassDraft {
  return {
    ...draft,
    trigger: redactJson(draft.trigger, digestSecret),
    error: draft.error === null ? null : redactText(draft.error, digestSecret),
    reports: draft.reports.map((report) => redactReport(report, digestSecret)),
    problems: draft.problems.map((problem) => redactProblem(problem, digestSecret)),
    extra: redactObject(draft.extra, digestSecret),
  };
}

function redactReport(report: Report, digestSecret: DigestSecret): Report {
  if (report.outcome === 'planned')
    return { ...report, declaration: redactDeclaration(report.declaration, digestSecret) };
  const error = report.error === null ? null : redactText(report.error, digestSecret);
  if (report.outcome !== 'partial') return { ...report, error };
  return { ...report, error, declaration: redactDeclaration(report.declaration, digestSecret) };
}

function redactDeclaration(declaration: Declaration, digestSecret: DigestSecret): Declaration {
  const redactContainer = (container: Container): Container => ({
    ...container,
    spec: specOf(redactObject(container.spec.value, digestSecret)),
  });
  return {
    ...declaration,
    containers: declaration.containers?.map(redactContainer) ?? null,
    extra: redactObject(declaration.extra, digestSecret),
  };
}

function redactProblem(problem: Problem, digestSecret: DigestSecret): Problem {
  return problem.text === undefined ? problem : { ...problem, text: redactText(problem.text, digestSecret) };
}
