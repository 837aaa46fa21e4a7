import type { SourceText } from '../../source-file.ts';

/** The inputs of a directory that make one input together. */
export interface Gathering {
  /** Takes a version of one of them. */
  put(path: string, source: SourceText): void;
  /** One of them is there no more. */
  drop(path: string): void;
  clear(): void;
  /** All of them as one, in the order of `paths`, until `confirm` says that it was handed over; null where nothing changed since. */
  findNews(paths: readonly string[]): { readonly source: SourceText; confirm(): void } | null;
}

/**
 * Gathers the inputs of a directory: hosts files that are read together, as dnsmasq reads those of its `--hostsdir`, are one
 * roster. Each for itself would take away the names of the others. Where one of them has no text, neither has the whole.
 */
export function openGathering(label: string): Gathering {
  const pieces = new Map<string, SourceText>();
  let isNews = false;

  return {
    put(path, source) {
      pieces.set(path, source);
      isNews = true;
    },
    drop(path) {
      isNews = pieces.delete(path) || isNews;
    },
    clear() {
      pieces.clear();
      isNews = false;
    },
    findNews(paths) {
      const sources = paths.map((path) => pieces.get(path)).filter((source) => source !== undefined);
      if (!isNews || sources.length === 0) return null;
      return {
        source: sources.find(({ text }) => text === null) ?? together(label, sources),
        confirm() {
          isNews = false;
        },
      };
    },
  };
}

/** As bad as the worst of them. */
function together(label: string, sources: readonly SourceText[]): SourceText {
  const failed = sources.find(({ exitStatus }) => exitStatus !== undefined && exitStatus !== 0);
  let text = '';
  let undecodableAt: number | undefined;
  for (const source of sources) {
    if (source.undecodableAt !== undefined) undecodableAt ??= Buffer.byteLength(text) + source.undecodableAt;
    text += source.text === null || source.text.endsWith('\n') ? source.text : `${source.text}\n`;
  }
  return {
    label,
    text,
    error: null,
    ...(undecodableAt === undefined ? {} : { undecodableAt }),
    ...(failed?.exitStatus === undefined ? {} : { exitStatus: failed.exitStatus }),
    ...(failed?.standardError === undefined ? {} : { standardError: failed.standardError }),
  };
}
