import { type Finding, openForReading, StoreError } from '../history/index.ts';
import { renderTerminal, verifyJson, verifyView } from '../report/index.ts';
import type { ProgramOptions } from './program-options.ts';
import { storePath } from './store-path.ts';
import type { Surroundings } from './surroundings.ts';
import { writeJson } from './write-json.ts';

/** Answers `verify`. Gives the exit code: 3 where something is damaged. */
export function verifyHistory(options: ProgramOptions, surroundings: Surroundings): number {
  const file = storePath(options.store, surroundings);
  const findings = findingsOf(file);
  if (options.json) writeJson(verifyJson(file, findings), surroundings.write);
  else
    surroundings.write(
      renderTerminal(verifyView(file, findings), {
        width: surroundings.width,
        colour: surroundings.colour && options.color,
      }),
    );
  return findings.length === 0 ? 0 : 3;
}

/** What is damaged; where the store cannot even be opened for that, that is what is found. */
function findingsOf(file: string): Finding[] {
  try {
    const history = openForReading(file);
    try {
      return history.verify();
    } finally {
      history.close();
    }
  } catch (error) {
    if (!(error instanceof StoreError && error.damaged)) throw error;
    const fault = `${error.message.replace(`"${file}": `, '')}; nothing of it can be read`;
    return [{ check: 'sqlite', place: 'the file', fault }];
  }
}
