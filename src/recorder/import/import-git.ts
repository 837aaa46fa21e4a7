import { UnreadableInput } from '../../formats/index.ts';
import type { History } from '../../history/index.ts';
import type { JsonObject } from '../../roster/index.ts';
import { redactJson } from '../redact-json.ts';
import { faultText } from '../unreadable-pass.ts';
import { assemblePasses, type Givers } from './assemble-passes.ts';
import { openBatch } from './batch.ts';
import { type FileVersion, nodeOfFile, readVersion } from './file-version.ts';
import { openGitBlobs } from './git-blobs.ts';
import type { GitChange, GitCommit } from './git-commits.ts';
import { gitRepository } from './git-repository.ts';
import {
  commitGroups,
  contentText,
  countCommits,
  type GitSource,
  isShallow,
  nothingFound,
  triggerOf,
} from './git-source.ts';
import { openPassWriter } from './pass-writer.ts';
import { recentValues } from './recent-values.ts';
import type { ImportSettings } from './settings.ts';
import type { Tally } from './tally.ts';

/** A file as a commit has it. */
interface CurrentFile {
  readonly path: string;
  readonly version: FileVersion;
  /** The commit that brought this version. */
  readonly since: string;
}

/** Characters of text whose reading is kept besides that of the files as they are: a flap brings a version back. */
const keptCharacters = 32_000_000;
/** What a changed file is taken to weigh until it is recorded. */
const assumedCharacters = 170_000;

/**
 * Records each commit that touches the paths as one pass, the oldest first: its id, its time, and every file of the paths
 * as it is then. Two processes of git do it all; what a content says is read once while it is at hand. Throws
 * {@link UnreadableInput} where the repository cannot be read; what was recorded before that stays.
 */
export async function importGit(
  history: History,
  source: GitSource,
  settings: ImportSettings,
  tally: Tally,
): Promise<void> {
  const repository = gitRepository(source.folder, source.env);
  if (await isShallow(repository)) {
    tally.note('the clone is shallow: history before its first commit is cut off (git fetch --unshallow)');
  }
  const total = settings.progress ? await countCommits(repository, source) : null;
  const writer = openPassWriter(history, settings, tally);
  const batch = openBatch(history);
  const blobs = openGitBlobs(repository);
  const recent = recentValues<FileVersion>(keptCharacters);
  const current = new Map<string, CurrentFile>();
  const givers: Givers = new Map();
  const keyOf = ({ path, blob }: GitChange) => `${blob} ${nodeOfFile(path, settings) ?? ''}`;
  let done = 0;

  /** Reads the versions of some commits that are not at hand. */
  async function readVersions(commits: readonly GitCommit[]): Promise<Map<string, FileVersion>> {
    const atHand = new Map<string, FileVersion>();
    const missing = new Map<string, GitChange>();
    for (const change of commits.flatMap(({ changes }) => changes.filter(({ blob }) => blob !== null))) {
      const known = recent.find(keyOf(change));
      if (known) atHand.set(keyOf(change), known);
      else missing.set(keyOf(change), change);
    }
    const asked = [...missing];
    for await (const content of blobs.load(asked.map(([, { blob }]) => blob as string))) {
      const [key, { path }] = asked.shift() as (typeof asked)[number];
      const text = typeof content === 'string' ? null : contentText(content);
      const error = typeof content === 'string' ? content : null;
      const version = readVersion({ label: path, text, error }, settings, writer.secrets);
      atHand.set(key, version);
      recent.add(key, version, text?.length ?? 0);
    }
    return atHand;
  }

  /** Moves the files on to a commit. Gives the paths of those that are gone. */
  function moveOn({ id: since, changes }: GitCommit, versions: ReadonlyMap<string, FileVersion>): string[] {
    const gone: string[] = [];
    for (const change of changes) {
      const { id, path, blob } = change;
      const version = versions.get(keyOf(change));
      if (version) current.set(id, { path, version, since });
      else if (current.delete(id)) gone.push(path);
      else if (blob === null) tally.note(`"${path}" is no regular file: left out`);
    }
    return gone;
  }

  async function take(commit: GitCommit, versions: ReadonlyMap<string, FileVersion>): Promise<void> {
    const gone = moveOn(commit, versions);
    const files = [...current.values()]
      .map(({ path, version, since }) => ({ path, version, fresh: since === commit.id }))
      .sort((a, b) => (a.path < b.path ? -1 : 1));
    const trigger = redactJson(triggerOf(commit), writer.secrets.policy) as JsonObject;
    const short = commit.id.slice(0, 12);
    await batch.add(() => {
      for (const { path, version, fresh } of files) if (fresh) tell(version, `${path} in ${short}`);
      const snapshot = { key: commit.id, at: commit.at, trigger, files, gone };
      const passes = assemblePasses(snapshot, givers, settings.circumstances.controller);
      for (const draft of passes) writer.take(draft, `${source.folder}@${short}`);
    }, commit.changes.length * assumedCharacters);
  }

  /** What is no pass is told of at once. */
  function tell(version: FileVersion, place: string): void {
    if (version instanceof UnreadableInput) {
      tally.fault({ place, message: faultText(version), hint: version.hint });
    } else if (version.kind === 'observations') {
      const { observations } = version;
      tally.observed(history.appendObservations({ observations, recordedAt: settings.now(), source: place }));
    }
  }

  try {
    for await (const commits of commitGroups(repository, source)) {
      const versions = await readVersions(commits);
      for (const commit of commits) {
        if (commit.changes.length > 0) await take(commit, versions);
        done += 1;
        settings.progress?.(done, total);
      }
      if (settings.isStopped?.()) break;
    }
    await batch.add(() => writer.finish(), 0);
    batch.finish();
  } finally {
    await blobs.close();
  }
  if (done === 0) throw nothingFound(source);
}
