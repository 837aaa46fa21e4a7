/**
 * The nouns: host entry, hosts list, roster, declaration, outcome, pass, state, gap, digest. Names are compared as DNS does,
 * addresses in canonical form, and the text as written is kept beside them, since controllers hash text. Pure, total,
 * and imports no other room: it must never know where a text came from or where it goes.
 */
export * from './address.ts';
export * from './binding.ts';
export * from './declaration.ts';
export * from './digest.ts';
export * from './host-entry.ts';
export * from './hosts-list.ts';
export * from './json.ts';
export * from './merge.ts';
export * from './name.ts';
export * from './observation.ts';
export * from './outcome.ts';
export * from './pass.ts';
export * from './problem.ts';
export * from './recording-gap.ts';
export * from './roster.ts';
export * from './state.ts';
