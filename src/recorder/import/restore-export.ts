import { UnreadableInput } from '../../formats/index.ts';
import { type History, type TranscriptContent, TranscriptError, type TranscriptHorizon } from '../../history/index.ts';
import type { Digest, Json } from '../../roster/index.ts';
import { faultText } from '../unreadable-pass.ts';
import type { Batch } from './batch.ts';
import { type ExportHeader, keptSettings } from './export-line.ts';
import type { LineTaker } from './line-taker.ts';
import { parseExportHeader, parseExportLine } from './parse-export-line.ts';
import { openPartRedactor } from './redact-part.ts';
import type { Tally } from './tally.ts';

/**
 * Takes the lines of an export into a store. Secrets in it are digests already and stay as they are; one that is not is
 * digested. The first line that cannot be is the last one that is looked at.
 */
export function openExportRestorer(history: History, batch: Batch, tally: Tally, label: string): LineTaker {
  const restorer = history.restorer();
  /** The digests of contents that were not free of secrets, and those that they have now. */
  const renamed = new Map<Digest, Digest>();
  const unknownKinds = new Set<string>();
  let header: ExportHeader | null = null;
  let redactor: ReturnType<typeof openPartRedactor> | null = null;
  let passes = 0;
  let stopped = false;

  function begin(value: Json): void {
    header = parseExportHeader(value);
    const { settings } = header;
    for (const name of keptSettings) {
      const known = history.findSetting(name);
      const given = settings[name] ?? null;
      if (known === null && given !== null) history.writeSetting(name, given);
      if (known !== null && given !== null && known !== given) tally.note(settingNote(name, history.file));
    }
    redactor = openPartRedactor(history, JSON.parse(settings['shown-keys'] ?? '[]') as string[], renamed);
  }

  function takePart(value: Json): void {
    const given = parseExportLine(value);
    if (given === null) {
      unknownKinds.add(String((value as { kind: string }).kind));
      return;
    }
    const part = (redactor as NonNullable<typeof redactor>).redact(given);
    switch (part.kind) {
      case 'pass':
        tally.pass(restorer.pass(part), part);
        passes += 1;
        break;
      case 'horizon':
        if (restorer.horizon(part) === 'left-out') tally.note(horizonNote(part, history.file));
        break;
      case 'observation':
        if (restorer.observation(part)) tally.observed(1);
        break;
      case 'gap':
        if (restorer.gap(part)) tally.gap();
        break;
      default:
        takeContent(part, given as TranscriptContent);
    }
  }

  function takeContent(part: TranscriptContent, given: TranscriptContent): void {
    const digest = restorer.content(part);
    if (digest === given.digest) return;
    if (JSON.stringify(part) === JSON.stringify(given)) {
      throw new UnreadableInput(`the ${given.kind} has another digest than "${given.digest.slice(0, 12)}…"`, {
        hint: 'the line was changed or damaged: export again',
      });
    }
    renamed.set(given.digest, digest);
  }

  function takeLine(value: Json | UnreadableInput): void {
    if (value instanceof UnreadableInput) throw value;
    if (header === null) begin(value);
    else takePart(value);
  }

  return {
    async take(line, value) {
      await batch.add(() => {
        if (stopped) return;
        try {
          takeLine(value);
        } catch (fault) {
          stopped = true;
          tally.fault({ place: `${label}:${line.number}`, ...wordsOf(fault) });
        }
      }, line.text.length);
      return !stopped;
    },
    async finish(whole) {
      await batch.add(() => {
        for (const kind of unknownKinds)
          tally.note(`lines of the kind "${kind}" are left out: this version knows none`);
        if (!whole || stopped || header === null || passes === header.passes) return;
        tally.fault({
          place: label,
          message: `the export ends early: found ${passes} passes, expected ${header.passes}`,
          hint: 'import it again when it is whole: what is known is not recorded twice',
        });
      }, 0);
    },
  };
}

function wordsOf(fault: unknown): { message: string; hint: string | null } {
  if (fault instanceof UnreadableInput) return { message: faultText(fault), hint: fault.hint };
  if (fault instanceof TranscriptError)
    return { message: fault.message, hint: 'a line before it is missing: export again' };
  if (fault instanceof RangeError) return { message: 'nested too deeply to be read', hint: null };
  throw fault;
}

function horizonNote({ horizon: { controller, firstPass } }: TranscriptHorizon, file: string): string {
  return `passes of "${controller}" before pass ${firstPass} of the export were pruned: "${file}" holds passes already, and does not say so`;
}

function settingNote(name: (typeof keptSettings)[number], file: string): string {
  if (name === 'shown-keys')
    return 'it was recorded with other values shown: where the two meet, those values look changed once';
  return `its secrets were digested with another key than "${file}.key": where the two meet, each secret looks changed once`;
}
