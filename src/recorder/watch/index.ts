/**
 * Sources that run until they are closed, and the loop that records what they hand over. A door of its own, so that a
 * single `record` does not load what it never asks for. A source knows its feed and nothing of the store.
 */
export { watchCommand } from './command.ts';
export { engineSocket, watchEngine } from './engine.ts';
export type { Feed, RunningSource } from './feed.ts';
export { openGapKeeper } from './gap-keeper.ts';
export { listenForPasses } from './listen.ts';
export { pollUrl } from './polled-url.ts';
export { SourceError } from './source-error.ts';
export { openWatchLoop, type WatchEvent, type WatchLoop } from './watch-loop.ts';
export { watchPath } from './watched-path.ts';
