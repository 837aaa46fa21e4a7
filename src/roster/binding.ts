import type { Name } from './name.ts';

/** Why the names that a container binds cannot be told for certain. */
export const untoldReasons = ['not-searched', 'nothing-shown', 'refers-elsewhere', 'too-much'] as const;

/**
 * `not-searched`: nobody looked, as where an older version recorded it. `nothing-shown`: the spec has no environment, no
 * arguments, no labels and no mounts. `refers-elsewhere`: some of them stand in a file, a variable or a secret store, or came
 * hidden. `too-much`: more words than are looked at.
 */
export type UntoldReason = (typeof untoldReasons)[number];

/**
 * The names of the mesh that a container binds: those that stand in its own environment, arguments, labels and mounts. Where
 * they cannot be told, `names` are those that were found all the same.
 */
export type Binding =
  | { readonly told: true; readonly names: ReadonlySet<Name> }
  | { readonly told: false; readonly names: ReadonlySet<Name>; readonly why: UntoldReason };

/** The binding of a spec that nobody searched. */
export const notSearched: Binding = { told: false, names: new Set(), why: 'not-searched' };

/** A binding of some names, which can be told unless there is a reason why not. */
export function bindingOf(names: ReadonlySet<Name>, why: UntoldReason | null): Binding {
  return why === null ? { told: true, names } : { told: false, names, why };
}

/** The reason why a binding cannot be told; null where it can. */
export function untoldReasonOf(binding: Binding): UntoldReason | null {
  return binding.told ? null : binding.why;
}

/**
 * What two searches of one spec found together. Whichever saw everything tells for both; else the reason that says most
 * stands. The order of the two makes no difference.
 */
export function joinBindings(a: Binding, b: Binding): Binding {
  const names = new Set([...a.names, ...b.names]);
  const [one, other] = [untoldReasonOf(a), untoldReasonOf(b)];
  if (one === null || other === null) return bindingOf(names, null);
  return bindingOf(names, untoldReasons.indexOf(one) > untoldReasons.indexOf(other) ? one : other);
}

/** Whether two bindings say the same. */
export function isSameBinding(a: Binding, b: Binding): boolean {
  if (untoldReasonOf(a) !== untoldReasonOf(b) || a.names.size !== b.names.size) return false;
  for (const name of a.names) if (!b.names.has(name)) return false;
  return true;
}
