import type { Confidence, ContainerPlace, Finding } from '../diff/index.ts';
import { containerLabel } from '../roster/index.ts';
import { pathWords } from './replacement-lines.ts';
import { type Line, line, type Span, span, type Tone } from './view.ts';
import { abridged, count, listed, passRanges } from './words.ts';

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
      return `${finding.owner}'s plan failed, and ${lostWords(finding)} went`;
    case 'withdrawn':
      return `${finding.owner} planned without ${namesWords(finding)}`;
    case 'address-changed':
      return `${finding.node} moved from ${finding.before} to ${finding.after}`;
    case 'module-assigned':
      return moduleWords(finding, 'assigned', 'came');
    case 'module-unassigned':
      return moduleWords(finding, 'unassigned', 'went');
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

function lostWords({ names }: { readonly names: readonly string[] }): string {
  return names.length === 1 ? `its name ${names[0]}` : `${names.length} of its names`;
}

function namesWords({ names }: { readonly names: readonly string[] }): string {
  return names.length === 1 ? `${names[0]}` : count(names.length, 'name');
}

function moduleWords(
  { module, containers, names }: Finding & { kind: 'module-assigned' | 'module-unassigned' },
  did: string,
  moved: string,
): string {
  const parts = [
    ...(containers.length === 0 ? [] : [count(containers.length, 'container')]),
    ...(names.length === 0 ? [] : [namesWords({ names })]),
  ];
  return `module ${module} was ${did}: ${listed(parts)} ${moved}`;
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
    ...('triggers' in finding && finding.triggers.length > 0
      ? [
          literals(
            'triggers: ',
            finding.triggers.map((one) => `"${abridged(one, shownError)}"`),
            shownErrors,
            ', ',
          ),
        ]
      : []),
    ...('names' in finding && finding.names.length > 0 ? [literals('names: ', finding.names, shownNames)] : []),
    ...('containers' in finding && finding.containers.length > 0
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
      return {
        certain: 'recorded: its containers in the declarations, and the trigger that names it',
        likely: 'recorded: its containers in the declarations; no trigger names it each time',
        possible: 'suggested: a trigger names it, and none of its containers came or went each time',
      }[finding.confidence];
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

function planGroundWords({ confidence, names, returned }: Finding & { kind: 'plan-failed' }): string {
  if (confidence === 'certain') return 'recorded: an outcome says so each time';
  const went = names.length === 1 ? 'it went' : 'they went together';
  const came = returned.length === 0 ? '' : ', and came back';
  return `inferred: ${went}, as names do when a plan fails${came}; no outcome reports a failure`;
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

/** How the findings show in a pass: `finding 1: gone`. */
export function passFindingWords(findings: readonly Finding[], pass: number): string {
  const words = findingsOfPass(findings, pass).map((place) => {
    const finding = findings[place - 1] as Finding;
    if (finding.kind !== 'plan-failed') return String(place);
    return `${place} (${finding.passes.includes(pass) ? 'gone' : 'back'})`;
  });
  return words.length === 0 ? '' : `${words.length === 1 ? 'finding' : 'findings'} ${listed(words)}`;
}

/** The findings of a window in their order, each with its place, how sure it is, and its evidence. */
export function findingEntries(findings: readonly Finding[]): { head: Line; lines: Line[] }[] {
  return findings.map((finding, index) => ({
    head: line(`${index + 1}. `, confidenceSpan(finding), '  ', span(findingWords(finding), 'strong')),
    lines: evidenceLines(finding),
  }));
}

/** The first items up to a limit and how many more there are; one more than the limit is shown instead of counted. */
export function bounded<T>(items: readonly T[], limit: number): { shown: readonly T[]; more: number } {
  const shown = items.length <= limit + 1 ? items : items.slice(0, limit);
  return { shown, more: items.length - shown.length };
}
