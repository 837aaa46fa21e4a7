import { triggerText } from '../../roster/index.ts';
import type { ContainerPlace } from '../replacements.ts';
import type { ExplainedPass } from '../window.ts';
import type { Finding } from './finding.ts';

type ModuleFinding = Finding & { kind: 'module-assigned' | 'module-unassigned' };

/**
 * Modules whose containers came or went, and the names with the module's word in them that came or went with them. That
 * the trigger names the module too makes it certain.
 */
export function moduleFindings(passes: readonly ExplainedPass[]): ModuleFinding[] {
  return passes.flatMap((one) => {
    const { created = [], removed = [] } = one.difference?.replacements ?? {};
    return [...findingsFor('module-assigned', created, one), ...findingsFor('module-unassigned', removed, one)];
  });
}

function findingsFor(
  kind: ModuleFinding['kind'],
  places: readonly ContainerPlace[],
  { pass, difference }: ExplainedPass,
): ModuleFinding[] {
  const modules = new Map<string, ContainerPlace[]>();
  for (const place of places) {
    const module = place.container.includes('/')
      ? (place.container.split('/')[0] as string)
      : (place.container.split('.')[0] as string);
    modules.set(module, [...(modules.get(module) ?? []), place]);
  }
  const trigger = triggerText(pass.trigger);
  return [...modules].map(([module, containers]): ModuleFinding => {
    const moves = (difference?.moves ?? []).filter(
      (move) =>
        move.kind === (kind === 'module-assigned' ? 'added' : 'removed') &&
        move.name.split('.').includes(module.toLowerCase()),
    );
    const names = moves.map(({ name }) => name);
    const named = trigger.toLowerCase().includes(module.toLowerCase());
    const replaced = (difference?.replacements.containers ?? []).filter(
      (one) => one.observed !== false && one.names.some((name) => names.includes(name)),
    );
    return {
      kind,
      confidence: named ? 'certain' : 'likely',
      module,
      containers,
      names,
      triggers: named ? [trigger] : [],
      passes: [pass.number],
      replacements: replaced.length,
    };
  });
}
