import { UnreadableInput } from '../../formats/index.ts';
import type { History } from '../../history/index.ts';
import { isJsonObject, type JsonObject } from '../../roster/index.ts';
import { redactJson } from '../redact-json.ts';
import { faultText } from '../unreadable-pass.ts';
import type { Batch } from './batch.ts';
import { readVersion } from './file-version.ts';
import type { LineTaker } from './line-taker.ts';
import { openPassWriter } from './pass-writer.ts';
import type { TextLine } from './read-lines.ts';
import { parseReplayLine } from './replay-line.ts';
import type { ImportSettings } from './settings.ts';
import type { Tally } from './tally.ts';

/** Takes lines of the plain form. One that cannot be read keeps no other out. */
export function openReplay(
  history: History,
  batch: Batch,
  settings: ImportSettings,
  tally: Tally,
  label: string,
): LineTaker {
  const writer = openPassWriter(history, settings, tally);
  const { policy } = writer.secrets;
  const seen = new Map<string, number>();

  function occurrence(at: number, node: string): number {
    const key = `${at} ${node}`;
    const times = (seen.get(key) ?? 0) + 1;
    seen.set(key, times);
    return times;
  }

  function takeObject(line: TextLine, value: JsonObject): void {
    const place = `${label}:${line.number}`;
    const { text, circumstances, trigger } = parseReplayLine(value, line.text, {
      readWall: settings.readWall,
      occurrence,
    });
    const version = readVersion({ label: place, text, error: null }, settings, writer.secrets, circumstances);
    if (version instanceof UnreadableInput) throw version;
    if (version.kind !== 'pass') throw new UnreadableInput('no pass: found a log of what happened to containers');
    const { draft } = version;
    writer.take({ ...draft, trigger: draft.trigger ?? redactJson(trigger, policy) }, place);
  }

  return {
    async take(line, value) {
      await batch.add(() => {
        try {
          if (value instanceof UnreadableInput) throw value;
          if (!isJsonObject(value)) throw new UnreadableInput('expected a JSON object');
          takeObject(line, value);
        } catch (fault) {
          if (!(fault instanceof UnreadableInput)) throw fault;
          tally.fault({ place: `${label}:${line.number}`, message: faultText(fault), hint: fault.hint });
        }
      }, line.text.length);
      return true;
    },
    finish: () => batch.add(() => writer.finish(), 0),
  };
}
