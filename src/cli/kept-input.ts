import type { ExplainedPass } from '../diff/index.ts';
import type { History } from '../history/index.ts';
import { faultText, type Recorded } from '../recorder/index.ts';
import { explainOne } from './explain-one.ts';

type Unreadable = Extract<Recorded, { kind: 'unreadable' }>;

/** How an input that could not be read stands in the history, and the error that stands with it. */
export interface KeptInput {
  /** `failed` where the command that wrote it was told to have failed. */
  readonly outcome: 'failed' | 'unreadable';
  readonly error: string;
  /** The pass that was made of it; null where none was. */
  readonly pass: ExplainedPass['pass'] | null;
}

/** Finds out what was recorded of an input that could not be read: what is told of it is then what `show` tells. */
export function keptInput(history: History, { appended, fault }: Unreadable, node: string | undefined): KeptInput {
  const unreadable: KeptInput = { outcome: 'unreadable', error: faultText(fault), pass: null };
  const record = appended && history.findPass(appended.number);
  if (record === null) return unreadable;
  const { pass } = explainOne(history, record.controller, record.number);
  const outcome = node === undefined ? pass : pass.outcomes.find((one) => one.node === node);
  if (outcome?.outcome !== 'failed') return { ...unreadable, pass };
  return { outcome: 'failed', error: outcome.error ?? unreadable.error, pass };
}
