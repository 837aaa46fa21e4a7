import type { Diagnosis } from '../diff/index.ts';
import { type AskedWindow, diffJson } from './diff-json.ts';
import { whyJson } from './explain-json.ts';
import { flapsSetsJson } from './flaps-json.ts';
import { openQuestions } from './open-questions.ts';
import type { PostmortemFacts } from './postmortem-view.ts';
import type { TimeWriter } from './times.ts';
import { whatIfFactsJson } from './what-if-json.ts';

/** The version of the contract of `report --format json`. Minor additions keep the number. */
export const postmortemFormat = 'roster-history/report@1';

/** What `report` writes as JSON: the facts of the postmortem, the passes as in `diff`. */
export function postmortemJson(
  diagnosis: Diagnosis,
  { whatIf, ...asked }: AskedWindow & Pick<PostmortemFacts, 'whatIf'>,
  times: TimeWriter,
) {
  const { window, tallies, flaps } = diagnosis;
  const { format: _, disagreements, ...diff } = diffJson(window, asked, times, tallies, diagnosis);
  return {
    format: postmortemFormat,
    ...diff,
    flaps: flapsSetsJson(flaps, times),
    ...whyJson(diagnosis),
    ...(whatIf === undefined ? {} : { whatIf: whatIfFactsJson(whatIf, times) }),
    notEstablished: openQuestions(diagnosis, times).map(({ what, wanted }) => ({ what, wanted })),
    disagreements,
  };
}
