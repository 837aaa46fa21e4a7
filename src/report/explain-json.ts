import type { Diagnosis, Finding, Loop } from '../diff/index.ts';
import { type AskedWindow, tallyJson, windowJson } from './diff-json.ts';
import { evidenceLines, findingsOfPass, findingWords } from './finding-words.ts';
import { gapsJson } from './gaps-json.ts';
import { ruledOutWords } from './ruled-out-lines.ts';
import { tallyOf } from './tally-words.ts';
import type { TimeWriter } from './times.ts';
import type { Line } from './view.ts';

/** The version of the contract of `explain --json`. Minor additions keep the number. */
export const explainFormat = 'roster-history/explain@1';

/** What `explain --json` prints. */
export function explainJson(diagnosis: Diagnosis, asked: AskedWindow, times: TimeWriter) {
  const { window } = diagnosis;
  return {
    format: explainFormat,
    ...gapsJson(window.gaps, times),
    window: windowJson(window, asked, times),
    ...whyJson(diagnosis),
    passes: window.passes.map(({ pass }) => ({
      pass: pass.number,
      key: pass.key,
      at: times.instant(pass.at),
      trigger: pass.trigger,
      findings: findingsOfPass(diagnosis.findings, pass.number),
      observed: tallyJson(tallyOf(diagnosis.tallies, pass.number)),
    })),
  };
}

/** The findings, the loop and what is ruled out, as the contracts of `explain` and `report` have them. */
export function whyJson({ findings, controlPlane, loop, window }: Diagnosis) {
  return {
    findings: findings.map((finding, index) => findingJson(finding, index + 1)),
    controlPlane,
    loop: loop && loopJson(loop),
    ruledOut: window.coincidences.map((one) => ({ ...one, reason: ruledOutWords(one) })),
  };
}

function findingJson(finding: Finding, place: number) {
  const evidence = evidenceLines(finding).map(textOf);
  return { finding: place, ...finding, text: findingWords(finding), evidence };
}

function loopJson({ selfReinforcing, containers, after, others, passes, failures }: Loop) {
  return { selfReinforcing, after, others, passes, failures, containers };
}

function textOf(line: Line): string {
  return line.map(({ text }) => text).join('');
}
