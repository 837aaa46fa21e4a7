import { isJsonObject, type JsonObject, type PassDraft, type Problem } from '../roster/index.ts';
import { findErrorAnswer, joinErrors } from './error-text.ts';
import { type Circumstances, draftOf, type Format, failureOf, type Input } from './format.ts';
import { hostsReader } from './hosts-reader.ts';
import { rosterDraft } from './roster-draft.ts';
import { findRosterShape } from './roster-json-shape.ts';
import { UnreadableInput } from './unreadable-input.ts';

const expected =
  'expected a map of names to addresses or of addresses to names, or a list of pairs, of {name, address} or of "name:address"';
const hiddenWords =
  'keyed by address, where the last of two names of one address is kept alone; --format roster-json says that no name is missing';
const emptyWords = 'an empty list, which a failed query prints too; --format says what it is meant to be';

/** A roster alone, in JSON or YAML: names with their addresses, and nothing of the containers that carry them. */
export const rosterJson: Format = {
  name: 'roster-json',
  summary: 'a roster alone in JSON or YAML: a map or a list of names and addresses',
  recognises: (input) => isEmptyList(input) || (findRosterShape(input.value) !== null && !isEmpty(input.value)),
  read(input): PassDraft {
    const { value, circumstances, named } = input;
    if (isEmptyList(input)) return emptyDraft(circumstances);
    const shape = findRosterShape(value);
    if (shape === null) throw noRoster(value);
    if (shape.kind === 'mixed') {
      throw new UnreadableInput(`a roster in two orders: ${shape.fault}`, { hint: 'record each part by itself' });
    }
    const problems: Problem[] = [];
    const roster = hostsReader(problems, null).readRoster(shape.rows);
    if (shape.hidesNames) problems.push({ code: 'keyed-by-address' });
    const error = joinErrors([failureOf(circumstances), shape.hidesNames && !named ? hiddenWords : null]);
    return rosterDraft({ roster, problems, error }, circumstances);
  },
};

/** An empty list may be of anything. Where a node or a failure is known, the format that lists a node's containers tells of it. */
function isEmptyList({ value, circumstances, named }: Input): boolean {
  if (named || !Array.isArray(value) || value.length > 0) return false;
  return circumstances.node === undefined && failureOf(circumstances) === null;
}

/** It holds no roster, not even an empty one: where none is known yet, that would be the mesh's. */
function emptyDraft(circumstances: Circumstances): PassDraft {
  return { ...draftOf(circumstances), outcome: 'partial', missing: 'names', error: emptyWords };
}

function isEmpty(value: unknown): boolean {
  return Object.keys(value as JsonObject).length === 0;
}

function noRoster(value: unknown): UnreadableInput {
  const answer = isJsonObject(value) ? findErrorAnswer(value) : null;
  return new UnreadableInput(answer === null ? `no roster: ${expected}` : `an error answer, no roster: ${answer}`);
}
