import type { Confidence, ContainerPlace, Finding } from '../diff/index.ts';
import { containerLabel } from '../roster/index.ts';
import { pathWords } from './replacement-lines.ts';
import { type Line, line, type Span, span, type Tone } from './view.ts';
import { abridged, count, passRanges } from './words.ts';

const shownNames = 12;
const shownContainers = 6;
const shownErrors = 3;
const shownError = 200;

const confidenceTones: Record<Confidence, Tone> = { certain: 'strong', likely: 'moved', possible: 'muted' };

/** How sure a finding is, as a word. */
export function confidenceSpan({ confidence }: Pick<Finding, 'confidence'>): Span {
  return span(confidence, confidenceTones[confidence]);
}

/** A finding in a few words, without its passes: `g14's plan failed`. */
export function findingWords(finding: Finding): string {
  switch (finding.kind) {
    case 'plan-failed':
      return `${finding.owner}'s plan failed, and ${namesWords(finding)} went`;
    case 'withdrawn':
      return `${finding.owner} planned without ${namesWords(finding)}`;
    case 'address-changed':
      return `${finding.node} moved from ${finding.before} to ${finding.after}`;
    case 'module-assigned':
      return `module ${finding.module} came: ${count(finding.containers.length, 'container')}${alongWords(finding)}`;
    case 'module-unassigned':
      return `module ${finding.module} went: ${count(finding.containers.length, 'container')}${alongWords(finding)}`;
    case 'names-moved':
      return `${namesWords(finding)}${finding.owner === null ? '' : ` of ${finding.owner}`} moved`;
    case 'order':
      return 'the same names stood in another order';
    case 'spelling':
      return 'the same names and addresses were written otherwise';
    case 'spec':
      return `the spec changed: ${pathWords(finding.paths)}`;
    case 'unexplained':
      return 'replaced, and nothing that is recorded says why';
  }
}

function namesWords({ names }: { readonly names: readonly string[] }): string {
  return names.length === 1 ? `${names[0]}` : count(names.length, 'name');
}

function alongWords({ names }: { readonly names: readonly string[] }): string {
  return names.length === 0 ? ', no name' : `, ${namesWords({ names })}`;
}

/** When a finding shows: the passes, and for lost names those in which they came back. */
export function whenWords(finding: Finding): string {
  if (finding.kind !== 'plan-failed') return `in ${passRanges(finding.passes)}`;
  const back = finding.returned.length === 0 ? 'not back since' : `back in ${passRanges(finding.returned)}`;
  return `gone in ${passRanges(finding.passes)}; ${back}`;
}

/** What a finding rests on, a line for each thing: what says so, the recorded errors, the names, the containers, the cost. */
export function evidenceLines(finding: Finding): Line[] {
  const cost = finding.replacements;
  return [
    line(span(whenWords(finding)), cost === 0 ? '; no replacement' : `; ${count(cost, 'replacement')}`),
    line(groundWords(finding)),
    ...errorLines(finding),
    ...('names' in finding && finding.names.length > 1 ? [literals('names: ', finding.names, shownNames)] : []),
    ...('containers' in finding
      ? [literals('containers: ', finding.containers.map(placeWords), shownContainers, ', ')]
      : []),
  ];
}

/** Why a finding is as sure as it is said to be. */
function groundWords(finding: Finding): string {
  switch (finding.kind) {
    case 'plan-failed':
      return planGroundWords(finding);
    case 'withdrawn':
      return `recorded: the outcome of ${finding.owner} was planned, and its declaration lacked ${themWords(finding)}`;
    case 'address-changed':
      return finding.confidence === 'certain'
        ? `recorded: ${count(finding.names.length, 'name')} went from the one address to the other in the same pass`
        : "recorded: the node's own name moved, and no other of its names did";
    case 'module-assigned':
    case 'module-unassigned':
      return finding.confidence === 'certain'
        ? `recorded: the trigger of the pass names it, ${finding.triggers.map((one) => `"${abridged(one, shownError)}"`).join(', ')}`
        : 'declarations show it; no trigger names it';
    case 'names-moved':
      return 'recorded: the lists show the moves; nothing recorded says why';
    case 'order':
    case 'spelling':
      return 'recorded: the text of the hosts lists changed, and no name moved';
    case 'spec':
      return 'recorded: declarations show it';
    case 'unexplained':
      return 'observed: a host or an engine told it, and no recorded declaration changed';
  }
}

function planGroundWords({ confidence, owner, returned, names, errors }: Finding & { kind: 'plan-failed' }): string {
  if (confidence === 'certain')
    return `recorded: an outcome says so each time${errors.length === 0 ? ', without an error' : ''}`;
  const some = errors.length === 0 ? 'no outcome reports a failure' : 'not every outcome reports it';
  const shape = names.length === 1 ? `its name went` : `all names of ${owner} that went, went at once`;
  return `inferred: ${shape}, as when its plan fails${returned.length === 0 ? '' : ', and came back'}; ${some}`;
}

function themWords({ names }: { readonly names: readonly string[] }): string {
  return names.length === 1 ? 'it' : 'them';
}

function errorLines(finding: Finding): Line[] {
  if (finding.kind !== 'plan-failed') return [];
  const shown = finding.errors.slice(0, shownErrors);
  const more = finding.errors.length - shown.length;
  return [
    ...shown.map((error) => line('recorded error: ', span(abridged(error, shownError), 'literal'))),
    ...(more > 0 ? [line(span(`and ${count(more, 'more error')}`, 'muted'))] : []),
  ];
}

/** Texts as they came behind a label, the first few and how many more there are. */
export function literals(label: string, texts: readonly string[], limit: number, separator = ' '): Line {
  const shown = texts.length <= limit + 1 ? texts : texts.slice(0, limit);
  const more = texts.length - shown.length;
  return line(
    span(label, 'muted'),
    ...shown.flatMap((text, index) => [index === 0 ? '' : separator, span(text, 'literal')]),
    more === 0 ? '' : span(` and ${more} more`, 'muted'),
  );
}

/** A container with its module and its node. */
export function placeWords({ node, container }: ContainerPlace): string {
  return `${containerLabel(container)} on ${node}`;
}

/** The findings that show in a pass, by their places from 1. */
export function findingsOfPass(findings: readonly Finding[], pass: number): number[] {
  return findings.flatMap((finding, index) => {
    const passes = finding.kind === 'plan-failed' ? [...finding.passes, ...finding.returned] : finding.passes;
    return passes.includes(pass) ? [index + 1] : [];
  });
}

/** The findings of a window in their order, each with its place, how sure it is, and its evidence. */
export function findingEntries(findings: readonly Finding[]): { head: Line; lines: Line[] }[] {
  return findings.map((finding, index) => ({
    head: line(`${index + 1}. `, confidenceSpan(finding), span('  '), span(findingWords(finding), 'strong')),
    lines: evidenceLines(finding),
  }));
}

/** A list in words, and so that a reader can tell that it was cut. */
export function bounded<T>(items: readonly T[], limit: number): { shown: readonly T[]; more: number } {
  const shown = items.length <= limit + 1 ? items : items.slice(0, limit);
  return { shown, more: items.length - shown.length };
}
