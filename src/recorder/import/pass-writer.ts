import type { History } from '../../history/index.ts';
import type { PassDraft } from '../../roster/index.ts';
import { openBinder } from '../bindings.ts';
import { type Gathered, openGatherer } from '../gather.ts';
import { type ImportSecrets, openImportSecrets } from './secrets.ts';
import type { ImportSettings } from './settings.ts';
import type { Tally } from './tally.ts';

/** Appends the passes of an import and counts them; inside a transaction of the caller's. */
export interface PassWriter {
  readonly secrets: ImportSecrets;
  /** Takes a draft without secrets. Lone declarations with the same id make one pass. */
  take(draft: PassDraft, label: string): void;
  /** Appends what still gathers. */
  finish(): void;
}

/** Makes a writer of passes. */
export function openPassWriter(history: History, { now, show }: ImportSettings, tally: Tally): PassWriter {
  const secrets = openImportSecrets(history, show);
  const gatherer = openGatherer(0);
  const binder = openBinder();

  function append({ draft, labels }: Gathered): void {
    const recordedAt = now();
    const source = labels.length <= 3 ? labels.join(', ') : `${labels[0]} and ${labels.length - 1} more`;
    const problems = [...draft.problems, ...secrets.problems()];
    const { bindings, confirm } = binder.find(draft);
    const appended = history.append({ draft: { ...draft, problems }, recordedAt, source, quietGapMs: 0, bindings });
    confirm();
    if (appended.kind !== 'known') secrets.confirm();
    tally.pass(appended, { controller: draft.controller, at: draft.at ?? recordedAt });
  }

  return {
    secrets,
    take(draft, label) {
      for (const gathered of gatherer.take(draft, secrets.redact(label))) append(gathered);
    },
    finish() {
      for (const gathered of gatherer.finish()) append(gathered);
    },
  };
}
