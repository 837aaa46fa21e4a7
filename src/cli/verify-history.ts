import { openForReading } from '../history/index.ts';
import { renderTerminal, verifyJson, verifyView } from '../report/index.ts';
import type { ProgramOptions } from './program-options.ts';
import { storePath } from './store-path.ts';
import type { Surroundings } from './surroundings.ts';

/** Answers `verify`. Gives the exit code: 3 where something is damaged. */
export function verifyHistory(options: ProgramOptions, surroundings: Surroundings): number {
  const history = openForReading(storePath(options.store, surroundings));
  try {
    const findings = history.verify();
    const { file } = history;
    if (options.json) surroundings.write(`${JSON.stringify(verifyJson(file, findings), null, 2)}\n`);
    else
      surroundings.write(
        renderTerminal(verifyView(file, findings), {
          width: surroundings.width,
          colour: surroundings.colour && options.color,
        }),
      );
    return findings.length === 0 ? 0 : 3;
  } finally {
    history.close();
  }
}
