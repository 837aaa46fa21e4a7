import { UnreadableInput } from '../../formats/index.ts';
import type { History } from '../../history/index.ts';
import { readSource, type SourceText } from '../source-file.ts';
import { faultText } from '../unreadable-pass.ts';
import { assemblePasses, type Givers, type Snapshot } from './assemble-passes.ts';
import { openBatch } from './batch.ts';
import { type FileVersion, readVersion } from './file-version.ts';
import { openPassWriter } from './pass-writer.ts';
import type { ImportSettings } from './settings.ts';
import { type SnapshotPlace, snapshotPlaces } from './snapshot-places.ts';
import type { Tally } from './tally.ts';

/**
 * Records each snapshot, a file or a folder, as one pass, in the order of the times that their names hold. The name is
 * the id of its pass; lone declarations of one time make one pass, whose id is that time. A file whose name holds no time is
 * recorded by the time and the id that it states itself. One is read at a time. Throws
 * {@link UnreadableInput} where the folder cannot be read or holds nothing.
 */
export async function importSnapshots(
  history: History,
  paths: readonly string[],
  settings: ImportSettings,
  tally: Tally,
): Promise<void> {
  const places = snapshotPlaces(paths, settings);
  const unnamed = places.filter(({ told }) => told === 'change');
  if (unnamed.length > 0) {
    const more = unnamed.length === 1 ? '' : ` and ${unnamed.length - 1} more`;
    tally.note(`no time in the name of "${unnamed[0]?.name}"${more}: the time of the last change of the file is taken`);
  }
  const writer = openPassWriter(history, settings, tally);
  const batch = openBatch(history);
  const givers: Givers = new Map();
  let before: readonly string[] = [];

  function takeFolder(place: SnapshotPlace, sources: readonly SourceText[]): void {
    const files = sources.map((source) => ({
      path: source.label,
      version: readAndTell(place, source),
      fresh: true,
    }));
    const paths = files.map(({ path }) => path);
    const gone = before.filter((path) => !paths.includes(path));
    before = paths;
    takeAll(place, files, gone);
  }

  function takeFile(place: SnapshotPlace, source: SourceText): void {
    const version = readAndTell(place, source);
    const own = version instanceof UnreadableInput || version.kind !== 'pass' ? null : version.draft;
    if (own?.lone && place.told === 'name') {
      writer.take({ ...own, key: new Date(place.at).toISOString().replace('.000Z', 'Z'), at: place.at }, place.name);
    } else if (own !== null && place.told !== 'name') {
      writer.take({ ...own, key: own.key ?? place.name, at: own.at ?? place.at }, place.name);
    } else {
      takeAll(place, [{ path: place.stem, version, fresh: true }], []);
    }
  }

  function takeAll(place: SnapshotPlace, files: Snapshot['files'], gone: readonly string[]): void {
    const snapshot = { key: place.name, at: place.at, trigger: null, files, gone };
    const passes = assemblePasses(snapshot, givers, settings.circumstances.controller);
    for (const draft of passes) writer.take(draft, place.name);
  }

  function readAndTell(place: SnapshotPlace, source: SourceText): FileVersion {
    // the time is no part of a node's name
    const node = settings.nodeFromName && !place.isFolder && place.stem !== '' ? { node: place.stem } : {};
    const version = readVersion(
      source,
      settings,
      writer.secrets,
      settings.circumstances.node === undefined ? node : {},
    );
    if (version instanceof UnreadableInput) {
      const name = place.isFolder ? `${place.name}/${source.label}` : place.name;
      tally.fault({ place: name, message: faultText(version), hint: version.hint });
    } else if (version.kind === 'observations') {
      const { observations } = version;
      tally.observed(history.appendObservations({ observations, recordedAt: settings.now(), source: place.name }));
    }
    return version;
  }

  for (const [index, place] of places.entries()) {
    const sources = [...readSource(place.path)];
    const characters = sources.reduce((sum, { text }) => sum + (text?.length ?? 0), 0);
    await batch.add(() => {
      if (place.isFolder) takeFolder(place, sources);
      else for (const source of sources) takeFile(place, source);
    }, characters);
    settings.progress?.(index + 1, places.length);
    if (settings.isStopped?.()) break;
  }
  await batch.add(() => writer.finish(), 0);
  batch.finish();
}
