/**
 * Explanation in, text out. What is shown, in what order and what is folded is decided once, in a view, which the terminal
 * and Markdown each render; JSON is made from the explanation, and no format is another's parent. Pure: it must never
 * ask a clock or a terminal.
 */
export * from './backup-words.ts';
export * from './check-json.ts';
export * from './check-view.ts';
export * from './diff-json.ts';
export * from './diff-view.ts';
export * from './escape-controls.ts';
export * from './explain-json.ts';
export * from './explain-view.ts';
export * from './flaps-json.ts';
export * from './flaps-view.ts';
export * from './gaps-json.ts';
export * from './horizon-words.ts';
export * from './impact-json.ts';
export * from './impact-view.ts';
export * from './import-words.ts';
export * from './log-view.ts';
export * from './mapped-view.ts';
export * from './markdown.ts';
export * from './name-view.ts';
export * from './postmortem-json.ts';
export * from './postmortem-view.ts';
export * from './prune-words.ts';
export * from './recorded-words.ts';
export * from './show-view.ts';
export type { ComparedRunning, ComparedStale, NodeKnownBy } from './stale-compared.ts';
export * from './stale-json.ts';
export * from './stale-view.ts';
export * from './stats-view.ts';
export type { AskedDiff } from './summary-facts.ts';
export * from './terminal.ts';
export * from './text-diff-view.ts';
export * from './times.ts';
export * from './verify-view.ts';
export * from './view.ts';
export * from './watch-view.ts';
export * from './what-if-json.ts';
export * from './what-if-view.ts';
export { listed, oneLine } from './words.ts';
