/**
 * Sources that run until they are closed, and the loop that records what they hand over. A door of its own, so that a
 * single `record` does not load what it never asks for. A source knows its feed and nothing of the store.
 */
export { watchCommand } from './commands/command.ts';
export { engineSocket, watchEngine } from './engine/engine.ts';
export { lookAtEngine } from './engine/engine-once.ts';
export type { Feed, RunningSource } from './feed.ts';
export { watchPath } from './files/watched-path.ts';
export { openGapKeeper } from './gap-keeper.ts';
export { listenForPasses } from './listener/listen.ts';
export { SourceError } from './source-error.ts';
export { pollUrl } from './urls/polled-url.ts';
export { urlLabel } from './urls/polled-url-address.ts';
export { openWatchLoop, type WatchEvent, type WatchLoop } from './watch-loop.ts';
