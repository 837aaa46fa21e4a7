import { expectFewParts, UnreadableInput } from '../../formats/index.ts';
import type { History } from '../../history/index.ts';
import type { Json } from '../../roster/index.ts';
import { openBatch } from './batch.ts';
import { type LineTaker, lineFault } from './line-taker.ts';
import { isExportHeader } from './parse-export-line.ts';
import { openChunks } from './read-chunks.ts';
import { readLines, type TextLine } from './read-lines.ts';
import { openReplay } from './replay.ts';
import { openExportRestorer } from './restore-export.ts';
import type { ImportSettings } from './settings.ts';
import type { Tally } from './tally.ts';

/** A line of an export holds what a document held, and a little around it. It may be a roster as large as any. */
const deepest = 550;
const mostParts = 2 ** 24;

/**
 * Records the lines of a file, or of standard input: an export, or the plain form, told apart by the first line. No more of
 * them is held than one transaction takes. A line that cannot be read is told with its number; behind one of an export
 * nothing is taken, since what follows may rest on it. Throws {@link UnreadableInput} where there is nothing to read.
 */
export async function importLines(
  history: History,
  path: string,
  settings: ImportSettings,
  tally: Tally,
): Promise<void> {
  const chunks = openChunks(path);
  const label = path === '-' ? 'standard input' : path;
  const batch = openBatch(history);
  let taker: LineTaker | null = null;
  let whole = true;
  try {
    for await (const line of readLines(chunks)) {
      if (line.text.trim() === '') continue;
      const value = parseLine(line);
      taker ??= isExportHeader(value)
        ? openExportRestorer(history, batch, tally, label)
        : openReplay(history, batch, settings, tally, label);
      const more = await taker.take(line, value);
      settings.progress?.(chunks.position(), chunks.size);
      if (!more || settings.isStopped?.()) {
        whole = false;
        break;
      }
    }
    await taker?.finish(whole);
  } catch (fault) {
    if (!(fault instanceof UnreadableInput)) throw fault;
    await taker?.finish(false);
    tally.fault({ place: label, message: fault.message, hint: fault.hint });
  } finally {
    chunks.close();
  }
  batch.finish();
  if (taker === null) tally.fault({ place: label, message: 'nothing to import: found no line in it', hint: null });
}

/** What a line is in JSON, or what is wrong with it. */
function parseLine(line: TextLine): Json | UnreadableInput {
  try {
    expectFewParts(line.text, deepest, mostParts);
    return JSON.parse(line.text) as Json;
  } catch (fault) {
    return fault instanceof UnreadableInput ? fault : lineFault(line);
  }
}
