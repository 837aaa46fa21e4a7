import { runNotifyCommand } from '../notify/notify-exec.ts';
import { postWebhook } from '../notify/webhook.ts';
import type { WatchPlan } from './watch-plan.ts';

/** Sends notifications one after the other, in the background. */
export interface Notifier {
  send(event: object): void;
  /** Resolves when all have been sent or given up. */
  settle(): Promise<void>;
}

/** What a notifier is given besides its targets. */
export interface NotifierSettings {
  readonly notify: () => WatchPlan['notify'];
  readonly env: Readonly<Record<string, string | undefined>>;
  wait(ms: number): Promise<void>;
  /** Told of each notification: the error where it could not be sent, else null. */
  sent(target: 'exec' | 'webhook', error: string | null): void;
}

const timeLimitMs = 10_000;

/** Opens a notifier. A target that fails never holds up the recording. */
export function openNotifier({ notify, env, wait, sent }: NotifierSettings): Notifier {
  let tail: Promise<void> = Promise.resolve();

  async function sendOne(event: object): Promise<void> {
    const { exec, webhook } = notify();
    if (exec !== null) {
      const result = await runNotifyCommand(exec, event, env, timeLimitMs);
      sent('exec', result.ok ? null : result.error);
    }
    if (webhook !== null) {
      const result = await postWebhook({ url: webhook, timeLimitMs, wait }, event);
      sent('webhook', result.ok ? null : result.error);
    }
  }

  return {
    send(event) {
      tail = tail.then(() => sendOne(event)).catch((error: Error) => sent('exec', error.message));
    },
    settle: () => tail,
  };
}
