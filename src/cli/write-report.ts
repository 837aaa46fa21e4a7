import { writeFileSync } from 'node:fs';
import { defaultPolicies } from '../diff/index.ts';
import { postmortemJson, renderPostmortem } from '../report/index.ts';
import { circumstancesOf, diagnoseWindow } from './diagnosis-options.ts';
import type { ProgramOptions } from './program-options.ts';
import { askHistory, spanOfPasses } from './question.ts';
import { replay } from './replay-window.ts';
import type { ReportOptions } from './report-command.ts';
import type { Surroundings } from './surroundings.ts';
import { UserError } from './user-error.ts';
import { defaultPasses, resolveWindow } from './window.ts';
import { writeJson } from './write-json.ts';

/** Answers `report`. Gives the exit code. */
export async function writeReport(
  options: ReportOptions,
  program: ProgramOptions,
  surroundings: Surroundings,
): Promise<number> {
  const { controlPlane, binds } = await circumstancesOf(options, surroundings);
  askHistory(program, surroundings, (question) => {
    const window = resolveWindow(options, question, defaultPasses);
    const { since, until, words } = window;
    const diagnosis = diagnoseWindow(window, controlPlane, question);
    const whatIf = replay(window, diagnosis, defaultPolicies, binds, question);
    const parts: string[] = [];
    const isJson = options.format === 'json' || program.json === true;
    if (isJson)
      writeJson(postmortemJson(diagnosis, { since, until, whatIf }, question.times), (text) => parts.push(text));
    else parts.push(renderPostmortem(diagnosis, { since, until, words, whatIf }, question.times));
    if (window.range === null && !isJson) surroundings.writeError(`${spanOfPasses(question)}\n`);
    question.whenClosed(() => {
      if (options.output === undefined) for (const part of parts) surroundings.write(part);
      else writeOutput(options.output, parts.join(''));
    });
  });
  return 0;
}

function writeOutput(file: string, text: string): void {
  try {
    writeFileSync(file, text);
  } catch (cause) {
    throw new UserError(`--output "${file}" cannot be written: ${(cause as Error).message.replace(/^[A-Z]+: /, '')}`, {
      hint: '--output postmortem.md',
      cause,
    });
  }
}
