import type { FoundBindings } from '../history/index.ts';
import {
  type Binding,
  bindingOf,
  type Declaration,
  type Digest,
  type HostsList,
  type Name,
  type PassDraft,
  type Spec,
} from '../roster/index.ts';
import { findWords, type SpecWords } from './spec-words.ts';

/** Finds the names of the mesh in the specs of one pass after the other. */
export interface Binder {
  /** What the specs of a pass bind, its secrets hidden already. `confirm` is to be called when that is on the disk. */
  find(draft: PassDraft): { readonly bindings: FoundBindings; confirm(): void };
}

/** More names are not remembered: those of the pass at hand begin anew. */
const mostNames = 200_000;
/** So many new names are looked for one by one; where there are more, each word of a spec is looked at. */
const fewNames = 16;

/** What was found in a spec so far. */
interface Found {
  readonly names: Set<Name>;
  /** How many of the names of the mesh were looked for. */
  searched: number;
  /** How many of those that were found are on the disk; null where not even that somebody searched. */
  confirmed: number | null;
}

interface Known {
  /** The names of the mesh, in the order in which they were met. */
  readonly names: Set<Name>;
  readonly inOrder: Name[];
  readonly lists: WeakSet<HostsList>;
  /** With how many names all that was found in the specs of a declaration is on the disk. */
  readonly declarations: WeakMap<Declaration, number>;
  readonly specs: WeakMap<Spec, Found>;
}

/**
 * Makes a binder. It remembers the names of the mesh that it saw, so that a name that flaps is found while it is away; and what
 * it found, so that a declaration that comes again costs one look-up.
 */
export function openBinder(): Binder {
  let known = nothingKnown();

  function learn(list: HostsList | undefined): void {
    if (list === undefined || known.lists.has(list)) return;
    known.lists.add(list);
    for (const { name } of list.entries) {
      if (known.names.has(name)) continue;
      known.names.add(name);
      known.inOrder.push(name);
    }
  }

  function learnAll({ roster }: PassDraft, declarations: readonly Declaration[]): void {
    learn(roster?.list);
    for (const declaration of declarations) {
      if (known.declarations.has(declaration)) continue;
      known.declarations.set(declaration, -1);
      learn(declaration.roster?.list);
      for (const { hosts } of declaration.containers ?? []) learn(hosts);
    }
  }

  /** What is found in a spec with the names that are known by now. */
  function search(spec: Spec, { lines }: SpecWords): Found {
    const found = known.specs.get(spec) ?? { names: new Set(), searched: 0, confirmed: null };
    known.specs.set(spec, found);
    const { names, inOrder } = known;
    if (inOrder.length - found.searched > fewNames) {
      for (const word of lines.split('\n')) if (names.has(word as Name)) found.names.add(word as Name);
    } else {
      for (const name of inOrder.slice(found.searched)) if (lines.includes(`\n${name}\n`)) found.names.add(name);
    }
    found.searched = inOrder.length;
    return found;
  }

  return {
    find(draft) {
      if (known.inOrder.length > mostNames) known = nothingKnown();
      const { declarations, specs, inOrder } = known;
      const given = declarationsOf(draft);
      learnAll(draft, given);
      const due = given.filter((declaration) => declarations.get(declaration) !== inOrder.length);
      const fresh = new Map<Digest, Binding>();
      const founds: Found[] = [];
      for (const { spec } of due.flatMap(({ containers }) => containers ?? [])) {
        const words = findWords(spec);
        if (words === null) continue;
        const found = search(spec, words);
        if (found.confirmed === found.names.size) continue;
        fresh.set(spec.digest, bindingOf(found.names, words.untold));
        founds.push(found);
      }
      return {
        bindings: { fresh, find: finderIn(given, specs) },
        confirm() {
          for (const found of founds) found.confirmed = found.names.size;
          for (const declaration of due) declarations.set(declaration, inOrder.length);
        },
      };
    },
  };
}

function nothingKnown(): Known {
  return { names: new Set(), inOrder: [], lists: new WeakSet(), declarations: new WeakMap(), specs: new WeakMap() };
}

function declarationsOf({ reports }: PassDraft): Declaration[] {
  return reports.flatMap((report) => ('declaration' in report ? [report.declaration] : []));
}

/** Finds what is known by the digest of the spec; the digests are looked at when the first is asked for. */
function finderIn(declarations: readonly Declaration[], specs: Known['specs']): FoundBindings['find'] {
  let byDigest: Map<Digest, Spec> | undefined;
  return (digest) => {
    byDigest ??= new Map(
      declarations.flatMap(({ containers }) => (containers ?? []).map(({ spec }) => [spec.digest, spec] as const)),
    );
    const spec = byDigest.get(digest);
    const words = spec && findWords(spec);
    const found = spec && specs.get(spec);
    return words && found ? bindingOf(found.names, words.untold) : null;
  };
}
