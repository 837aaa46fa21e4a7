import { triggerText } from '../../roster/index.ts';
import type { ExplainedPass } from '../explained-pass.ts';
import type { ContainerPlace } from '../replacements.ts';
import type { Move } from '../state-difference.ts';
import type { Confidence, Finding } from './finding.ts';
import { groundsOf, type Taken, takeMoves, type Untold } from './untold.ts';

type Kind = 'module-assigned' | 'module-unassigned';

/** What happened to one module in one pass, and how that is known. */
interface Event {
  readonly kind: Kind;
  readonly module: string;
  readonly containers: ContainerPlace[];
  readonly trigger: string | null;
}

const verbs: Readonly<Record<Kind, RegExp>> = {
  'module-assigned': /\b(assign|add|install|deploy|enable)/i,
  'module-unassigned': /\b(unassign|remove|uninstall|undeploy|disable)/i,
};

/**
 * Modules whose containers came or went, and the names with the module's word in them that came or went with them; where
 * the trigger names the module too, that is certain. A module that only the trigger says was assigned or unassigned is
 * told with the names that have its word, and is possible.
 */
export function moduleFindings(untold: readonly Untold[]): Finding[] {
  const events = new Map(untold.map(({ pass, moves }) => [pass, eventsOf(pass, moves)]));
  const taken = takeMoves(untold, (move, pass) => {
    const event = events.get(pass)?.find((one) => isOf(move, one));
    return event ? keyOf(event) : null;
  });
  const modules = new Map<string, { pass: ExplainedPass; event: Event }[]>();
  for (const [pass, own] of events) {
    for (const event of own) {
      const same = modules.get(keyOf(event));
      if (same) same.push({ pass, event });
      else modules.set(keyOf(event), [{ pass, event }]);
    }
  }
  return [...modules].map(([key, own]) => ({
    ...moduleFinding(
      own.map(({ event }) => event),
      taken.get(key) ?? [],
    ),
    passes: own.map(({ pass }) => pass.pass.number),
  }));
}

function moduleFinding(events: readonly Event[], taken: readonly Taken[]): Finding {
  const [{ kind, module }] = events as [Event];
  const places = events.flatMap(({ containers }) => containers);
  return {
    kind,
    confidence: confidenceOf(events),
    module,
    containers: [...new Map(places.map((place) => [JSON.stringify(place), place])).values()],
    triggers: [...new Set(events.flatMap(({ trigger }) => trigger ?? []))],
    ...groundsOf(taken),
  };
}

function confidenceOf(events: readonly Event[]): Confidence {
  if (events.some(({ containers }) => containers.length === 0)) return 'possible';
  return events.every(({ trigger }) => trigger !== null) ? 'certain' : 'likely';
}

function keyOf({ kind, module }: Event): string {
  return `${kind} ${module}`;
}

/** A word of a trigger may be any word, so that it counts only where it comes first in a name. */
function isOf({ name, kind }: Move, { kind: ofEvent, module, containers }: Event): boolean {
  if (kind !== (ofEvent === 'module-assigned' ? 'added' : 'removed')) return false;
  const labels = name.split('.');
  return (containers.length > 0 ? labels : labels.slice(0, 1)).includes(module.toLowerCase());
}

function eventsOf(pass: ExplainedPass, moves: ReadonlySet<Move>): Event[] {
  const { created = [], removed = [] } = pass.difference?.replacements ?? {};
  const trigger = triggerText(pass.pass.trigger);
  const events = [
    ...containerEvents('module-assigned', created, trigger),
    ...containerEvents('module-unassigned', removed, trigger),
  ];
  for (const kind of ['module-assigned', 'module-unassigned'] as const) {
    if (!verbs[kind].test(trigger)) continue;
    for (const module of wordsOf(trigger, pass)) {
      const event: Event = { kind, module, containers: [], trigger };
      if (events.some((one) => one.kind === kind && one.module.toLowerCase() === module)) continue;
      if ([...moves].some((move) => isOf(move, event))) events.push(event);
    }
  }
  return events;
}

/** The words of a trigger that may name a module: a node is none, and neither is a part of a name with dots. */
function wordsOf(trigger: string, { pass }: ExplainedPass): Set<string> {
  const tokens = trigger.toLowerCase().split(/[\s"'{}[\]:,]+/);
  const words = new Set(tokens.filter((token) => /^[\p{L}\p{N}_-]+$/u.test(token)));
  for (const { node } of pass.outcomes) words.delete(node.toLowerCase());
  return words;
}

function containerEvents(kind: Kind, places: readonly ContainerPlace[], trigger: string): Event[] {
  const modules = new Map<string, Event>();
  for (const { node, container } of places) {
    const module = container.split(container.includes('/') ? '/' : '.')[0] as string;
    const named = trigger.toLowerCase().includes(module.toLowerCase());
    const event = modules.get(module) ?? { kind, module, containers: [], trigger: named ? trigger : null };
    modules.set(module, event);
    event.containers.push({ node, container });
  }
  return [...modules.values()];
}
