import {
  type ImportSettings,
  importGit,
  importLines,
  importSnapshots,
  openTally,
} from '../../../src/recorder/index.ts';
import type { Pass } from '../../../src/roster/index.ts';
import { now, temporaryStore } from '../../support/temporary-store.ts';
import { gitEnvironment } from './git-fixture.ts';

/** A store that a test imports into, with the clock standing and wall times read as UTC. */
export function importing(given: Partial<ImportSettings> = {}) {
  const store = temporaryStore();
  const settings: ImportSettings = {
    circumstances: {},
    nodeFromName: false,
    now: () => now,
    readWall: (text) => {
      const at = Date.parse(/[zZ]|[+-]\d\d:\d\d$/.test(text) ? text : `${text.replace(' ', 'T')}Z`);
      return Number.isNaN(at) ? null : at;
    },
    ...given,
  };
  return {
    ...store,
    settings,
    async git(folder: string, paths: readonly string[], revision = 'HEAD') {
      const tally = openTally();
      await importGit(store.history, { folder, paths, revision, env: gitEnvironment }, settings, tally);
      return tally.result();
    },
    async lines(path: string) {
      const tally = openTally();
      await importLines(store.history, path, settings, tally);
      return tally.result();
    },
    async snapshots(...paths: string[]) {
      const tally = openTally();
      await importSnapshots(store.history, paths, settings, tally);
      return tally.result();
    },
  };
}

/** A pass in a few words: how each node fared, and the names that stand in its first hosts list or in its own roster. */
export function toldOf({ outcomes, state }: Pass): Record<string, string> {
  return Object.fromEntries(
    outcomes.map(({ node, outcome }) => {
      const stands = state.nodes.get(node);
      const [container] = stands?.containers.values() ?? [];
      const entries = container?.hosts.entries ?? stands?.roster?.list.entries ?? [];
      return [node, `${outcome} ${entries.map(({ text }) => text).join(' ')}`.trim()];
    }),
  );
}
