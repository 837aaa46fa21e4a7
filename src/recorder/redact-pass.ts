import {
  type Container,
  type Declaration,
  type JsonObject,
  type Name,
  type PassDraft,
  type Problem,
  type Report,
  type Spec,
  specOf,
} from '../roster/index.ts';
import { namesCredential } from './credential-words.ts';
import { digestOnce } from './digest-secret.ts';
import { forLast, type HostsRedactor, hostsRedactor, redactName } from './redact-hosts.ts';
import { redactJson, redactObject, redactTextOrJson } from './redact-json.ts';
import type { RedactionPolicy } from './redact-policy.ts';
import { keepWords, specWordsOf } from './spec-words.ts';

/**
 * A pass without any secret: what reaches the store, the terminal and the messages. The names of nodes, containers and
 * controllers and the ids of passes are none. `format` is what the pass was read as: the words of each spec are kept beside
 * it in memory. Throws RangeError where something is nested more than 600 deep.
 */
export function redactPass(draft: PassDraft, policy: RedactionPolicy, format?: string): PassDraft {
  const redactSpec = specRedactor(policy, format === 'compose');
  const search = forLast((text) => redactTextOrJson(text, policy));
  const hosts = hostsRedactor(policy, search);
  return {
    ...draft,
    trigger: redactJson(draft.trigger, policy, { path: 'trigger', depth: 0 }),
    roster: draft.roster && hosts.roster(draft.roster),
    error: draft.error && search(draft.error),
    reports: draft.reports.map((report) => redactReport(report, hosts, policy, search, redactSpec)),
    problems: draft.problems.map((problem) => redactProblem(problem, policy, hosts, search)),
    extra: redactObject(draft.extra, policy),
  };
}

/** What a command said is the error of each node that it speaks of: it is searched once. */
function redactReport(
  report: Report,
  hosts: HostsRedactor,
  policy: RedactionPolicy,
  search: (text: string) => string,
  redactSpec: SpecRedactor,
): Report {
  if (report.outcome === 'planned') {
    return { ...report, declaration: redactDeclaration(report.declaration, hosts, policy, redactSpec) };
  }
  const error = report.error && search(report.error);
  if (report.outcome !== 'partial') return { ...report, error, address: redactOptional(report.address, policy) };
  return { ...report, error, declaration: redactDeclaration(report.declaration, hosts, policy, redactSpec) };
}

function redactDeclaration(
  declaration: Declaration,
  hosts: HostsRedactor,
  policy: RedactionPolicy,
  redactSpec: SpecRedactor,
): Declaration {
  const redactContainer = (container: Container): Container => ({
    ...container,
    hosts: hosts.list(container.hosts),
    spec: redactSpec(container.spec),
    engine: container.engine && {
      id: redactOptional(container.engine.id, policy),
      configDigest: redactOptional(container.engine.configDigest, policy),
    },
  });
  return {
    address: redactOptional(declaration.address, policy),
    roster: declaration.roster && hosts.roster(declaration.roster),
    containers: declaration.containers?.map(redactContainer) ?? null,
    extra: redactObject(declaration.extra, policy),
  };
}

/** The specs that were redacted last, by their texts: nearly all of them come again with the next pass. */
const redactedSpecs = new WeakMap<RedactionPolicy, Map<string, Spec>>();
const mostSpecs = 20_000;
const longestSpec = 2000;

type SpecRedactor = (spec: Spec) => Spec;

/** Makes the function that redacts specs. Variables of a compose file are not filled in yet. */
function specRedactor(policy: RedactionPolicy, compose: boolean): SpecRedactor {
  const known = redactedSpecs.get(policy) ?? new Map<string, Spec>();
  redactedSpecs.set(policy, known);
  const redact = (value: JsonObject) => keepWords(specOf(redactObject(value, policy)), specWordsOf(value, compose));

  return ({ value }) => {
    const text = JSON.stringify(value);
    if (text.length > longestSpec) return redact(value);
    const key = compose ? `compose ${text}` : text;
    let spec = known.get(key);
    if (spec === undefined) {
      spec = redact(value);
      if (known.size >= mostSpecs) known.clear();
      known.set(key, spec);
    }
    return spec;
  };
}

/** The same for one problem, of a pass whose hosts lists were redacted before. */
export function redactProblem(
  problem: Problem,
  policy: RedactionPolicy,
  hosts?: HostsRedactor,
  search = (text: string) => redactTextOrJson(text, policy),
): Problem {
  const { code, text } = problem;
  const name = problem.name === undefined ? undefined : redactProblemName(problem.name as Name, policy, hosts);
  const named = name === undefined ? problem : { ...problem, name };
  if (text === undefined) return named;
  const isAddressOfSecret = code === 'invalid-address' && name !== undefined && namesCredential(name);
  const isSecret = name !== problem.name || isAddressOfSecret || hosts?.isSecret(text);
  return { ...named, text: isSecret ? digestOnce(text, policy.digestSecret) : search(text) };
}

function redactProblemName(name: Name, policy: RedactionPolicy, hosts: HostsRedactor | undefined): Name {
  return hosts?.isSecret(name) ? (digestOnce(name, policy.digestSecret) as Name) : redactName(name, policy);
}

function redactOptional(text: string | null, policy: RedactionPolicy): string | null {
  return text === null ? null : redactTextOrJson(text, policy);
}
