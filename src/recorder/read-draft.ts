import { readInput, UnreadableInput } from '../formats/index.ts';
import type { History } from '../history/index.ts';
import { type Container, notSearched, type PassDraft, type Report } from '../roster/index.ts';
import { openBinder } from './bindings.ts';
import { digestSecretOf } from './read-running.ts';
import type { InputText } from './recorder.ts';
import { redactThrown } from './redact-fault.ts';
import { redactTextOrJson } from './redact-json.ts';
import { redactPass } from './redact-pass.ts';
import { redactionPolicy } from './redact-policy.ts';
import { openShownKeys } from './redact-shown.ts';

/**
 * Reads a pass or a declaration as recording it would, and records nothing: secrets are digested with the key of the store,
 * so that what equals it there equals it here, and the names that specs bind are found. Throws {@link UnreadableInput}.
 */
export function readDraft(history: History, input: InputText): PassDraft {
  const policy = redactionPolicy(digestSecretOf(history), openShownKeys(history, undefined).patterns);
  const redact = (text: string) => redactTextOrJson(text, policy);
  try {
    if (input.text === null) throw new UnreadableInput(input.error ?? 'nothing to read');
    const read = readInput(input.text, input.circumstances ?? {}, input.format);
    if (read.kind !== 'pass')
      throw new UnreadableInput('what a host or an engine told, expected a pass or a declaration');
    return withBindings(redactPass(read.draft, policy));
  } catch (fault) {
    throw redactThrown(fault, redact);
  }
}

function withBindings(draft: PassDraft): PassDraft {
  const { find } = openBinder().find(draft).bindings;
  const bound = (container: Container): Container => {
    const { spec } = container;
    const { digest } = spec;
    const binds = find(digest) ?? notSearched;
    return {
      ...container,
      spec: {
        digest,
        binds,
        get value() {
          return spec.value;
        },
      },
    };
  };
  const reports = draft.reports.map((report): Report => {
    if (!('declaration' in report)) return report;
    const containers = report.declaration.containers?.map(bound) ?? null;
    return { ...report, declaration: { ...report.declaration, containers } };
  });
  return { ...draft, reports };
}
