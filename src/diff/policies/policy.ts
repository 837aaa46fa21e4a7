/** How the roster is smoothed before it is baked into hosts lists. */
export type RosterRule =
  /** Names whose owner's plan failed, or looks as if it did, stay. */
  | { readonly kind: 'last-known-good' }
  /** A name that is gone stays for so many passes, and goes with the one after them. */
  | { readonly kind: 'hold-down'; readonly passes: number }
  /** A name that changes too often is left out until it has been quiet for long enough. */
  | { readonly kind: 'damped'; readonly damping: Damping };

/** RFC 2439 §4.2: when a name is left out and when it is used again. The scores are those of its penalties, the time is in milliseconds. */
export interface Damping {
  readonly suppressAbove: number;
  readonly reuseBelow: number;
  readonly halfLifeMs: number;
  readonly ceiling: number;
}

/** RFC 2439 with the values that routers ship with (RFC 7196 §2, table 1). */
export const rfc2439: Damping = { suppressAbove: 2000, reuseBelow: 750, halfLifeMs: 15 * 60_000, ceiling: 12_000 };

/** RFC 7196 §6: the same with a threshold of at least 6000 and a ceiling of at least 50,000. */
export const rfc7196: Damping = { ...rfc2439, suppressAbove: 6000, ceiling: 50_000 };

/** Which host entries are part of a container's identity: all that it is given, those of names that it binds, or none. */
export const identityEntries = ['all', 'bound', 'none'] as const;

/** Which host entries are part of a container's identity. */
export type IdentityEntries = (typeof identityEntries)[number];

/**
 * A rule for what makes a container's identity: the roster goes through the rules one after the other, and what is then
 * baked into a container is compared with what it holds.
 */
export interface Policy {
  /** As a user writes it: `last-known-good+sorted`. */
  readonly name: string;
  readonly rules: readonly RosterRule[];
  readonly entries: IdentityEntries;
  /** Whether the order and the spelling of entries are part of the identity. */
  readonly textCounts: boolean;
}

/** The rule that the recorded controller follows: the text of the whole hosts list is part of the identity. */
export const asRecorded: Policy = { name: 'as-recorded', rules: [], entries: 'all', textCounts: true };

/** How many passes a removal is held down where a user does not say. */
export const defaultHoldDown = 3;

/** What a user can write for one part of a policy; `hold-down` takes a number of passes after a colon or a blank. */
export const policyParts = [
  'as-recorded',
  'sorted',
  'scoped',
  'resolver',
  'last-known-good',
  'hold-down',
  'damped',
  'damped-7196',
] as const;

/** One part of a policy. */
export type PolicyPart = (typeof policyParts)[number];

/** A policy of its parts. The rules of the roster are applied in the order of {@link policyParts}, whatever that of the parts. */
export function policyOf(parts: readonly PolicyPart[], holdDownPasses = defaultHoldDown): Policy {
  const has = (part: PolicyPart) => parts.includes(part);
  const rules: RosterRule[] = [];
  if (has('last-known-good')) rules.push({ kind: 'last-known-good' });
  if (has('hold-down')) rules.push({ kind: 'hold-down', passes: holdDownPasses });
  if (has('damped')) rules.push({ kind: 'damped', damping: rfc2439 });
  if (has('damped-7196')) rules.push({ kind: 'damped', damping: rfc7196 });
  const written = policyParts.filter(has).map((part) => (part === 'hold-down' ? `${part} ${holdDownPasses}` : part));
  return {
    name: written.join('+'),
    rules,
    entries: has('resolver') ? 'none' : has('scoped') ? 'bound' : 'all',
    textCounts: !has('sorted') && !has('resolver'),
  };
}

/** The policies that are compared where a user names none. */
export const defaultPolicies: readonly Policy[] = [
  asRecorded,
  ...(
    [
      ['sorted'],
      ['scoped'],
      ['resolver'],
      ['last-known-good'],
      ['hold-down'],
      ['damped'],
      ['damped-7196'],
      ['scoped', 'last-known-good'],
    ] as const
  ).map((parts) => policyOf(parts)),
];
