import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type History, openForReading, openForRecording } from '../../src/history/index.ts';
import { defaultQuietGapMs, record } from '../../src/recorder/index.ts';
import type { Pass } from '../../src/roster/index.ts';
import type { PassDocument } from './controller.ts';

/**
 * Records pass documents from files into a store in this folder, as a recorder beside the controller would, and hands over
 * the passes as a reader sees them, and the reader, while the store is open. Both are gone afterwards. Throws where a document could not
 * be read or was no news.
 */
export function readRecorded<T>(
  documents: readonly PassDocument[],
  folder: string,
  use: (passes: Iterable<Pass>, history: History) => T,
): T {
  const [inputs, file] = [join(folder, 'passes'), join(folder, 'store', 'history.db')];
  try {
    recordAll(documents, inputs, file);
    const reader = openForReading(file);
    try {
      return use(reader.passes('mesh', 1, documents.length), reader);
    } finally {
      reader.close();
    }
  } finally {
    for (const each of [inputs, join(folder, 'store')]) rmSync(each, { recursive: true, force: true });
  }
}

function recordAll(documents: readonly PassDocument[], inputs: string, file: string): void {
  mkdirSync(inputs, { recursive: true });
  for (const document of documents) writeFileSync(join(inputs, `${document.pass}.json`), JSON.stringify(document));
  const history = openForRecording(file);
  try {
    const now = () => Date.parse(documents.at(-1)?.at ?? '') + 1000;
    for (const recorded of record(history, {
      paths: [inputs],
      circumstances: {},
      quietGapMs: defaultQuietGapMs,
      now,
    })) {
      if (recorded.kind === 'appended' && recorded.appended.kind === 'recorded') continue;
      throw new Error(`expected a pass of its own, found ${JSON.stringify(recorded)}`);
    }
  } finally {
    history.close();
  }
}
