import type { History } from '../../history/index.ts';
import type { Problem } from '../../roster/index.ts';
import { openDigestKey } from '../digest-key.ts';
import { redactTextOrJson } from '../redact-json.ts';
import { type RedactionPolicy, redactionPolicy } from '../redact-policy.ts';
import { openShownKeys } from '../redact-shown.ts';

/** What keeps secrets out of the store while something is imported into it. */
export interface ImportSecrets {
  readonly policy: RedactionPolicy;
  /** A text with every credential in it replaced by its digest. */
  redact(text: string): string;
  /** What the next pass must say of the key and of what is shown. */
  problems(): Problem[];
  /** To be called when a pass is recorded that says so. */
  confirm(): void;
}

/** Opens the key of a store, and compares what is shown with what was; where nothing is said of it, that goes on. */
export function openImportSecrets(history: History, show: readonly string[] | undefined): ImportSecrets {
  // before the key, whose absence tells that nothing was recorded yet
  const shown = openShownKeys(history, show);
  const key = openDigestKey(history);
  const policy = redactionPolicy(key.digestSecret, shown.patterns);
  return {
    policy,
    redact: (text) => redactTextOrJson(text, policy),
    problems: () => [
      ...(key.isReplaced() ? [{ code: 'digest-key-replaced' as const }] : []),
      ...(shown.areChanged() ? [{ code: 'shown-keys-changed' as const }] : []),
    ],
    confirm() {
      shown.confirm();
      key.confirm();
    },
  };
}
