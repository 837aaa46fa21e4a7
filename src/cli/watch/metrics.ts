import type { Counter, Gauge, Registry } from 'prom-client';
import type { FollowedPass } from './pass-follower.ts';

/** What a watch counts of itself, for Prometheus. No label holds a name: their number is bounded. */
export interface Metrics {
  followed(pass: FollowedPass): void;
  unreadable(): void;
  notified(ok: boolean): void;
  /** The exposition text and its content type. */
  text(): Promise<{ readonly text: string; readonly contentType: string }>;
}

/** What is asked when the metrics are read. Instants in milliseconds. */
export interface MetricsState {
  flapping(): number;
  away(): number;
  storeFailing(): boolean;
  lastPassAt(): number | null;
  storeBytes(): number;
  now(): number;
}

/** Makes the metrics. */
export async function openMetrics(state: MetricsState): Promise<Metrics> {
  const prom = await import('prom-client');
  const registry: Registry = new prom.default.Registry();
  const registers = [registry];
  const counter = <T extends string>(name: string, help: string, labelNames: readonly T[] = []): Counter<T> =>
    new prom.default.Counter({ name: `roster_history_${name}`, help, labelNames: [...labelNames], registers });
  const gauge = (name: string, help: string, read: () => number | null): Gauge =>
    new prom.default.Gauge({
      name: `roster_history_${name}`,
      help,
      registers,
      collect() {
        const value = read();
        if (value === null) this.remove();
        else this.set(value);
      },
    });
  const passes = counter('passes_total', 'Passes recorded.');
  const moves = counter('moves_total', 'Moves of names, by kind.', ['kind']);
  const replacements = counter('replacements_total', 'Containers replaced, once under each of their causes.', [
    'cause',
  ]);
  const outcomes = counter('outcomes_total', 'Reports of nodes, by outcome.', ['outcome']);
  const problems = counter('problems_total', 'Oddities that were recorded as they came, by code.', ['code']);
  const unreadable = counter('unreadable_inputs_total', 'Inputs that could not be read.');
  const flaps = counter('flaps_total', 'Co-moving sets that began to flap or settled.', ['event']);
  const notifications = counter('notifications_total', 'Notifications sent.', ['result']);
  gauge('flapping_names', 'Names that flap now.', () => state.flapping());
  gauge('sources_away', 'Sources that cannot be reached now.', () => state.away());
  gauge('store_failing', '1 where the store could not take the last input.', () => (state.storeFailing() ? 1 : 0));
  gauge('store_bytes', 'Size of the store with its write-ahead log.', () => state.storeBytes());
  gauge('last_pass_timestamp_seconds', 'When the last pass was recorded.', () => seconds(state.lastPassAt()));
  gauge('last_pass_age_seconds', 'How long ago the last pass was recorded.', () => {
    const at = state.lastPassAt();
    return at === null ? null : Math.max(0, (state.now() - at) / 1000);
  });
  return {
    followed({ explained: { pass, difference }, flaps: events }) {
      passes.inc();
      for (const { kind } of difference?.moves ?? []) moves.inc({ kind });
      for (const [cause, count] of Object.entries(difference?.replacements.byCause ?? {}))
        if (count > 0) replacements.inc({ cause }, count);
      for (const { outcome } of pass.outcomes) outcomes.inc({ outcome });
      for (const { code } of pass.problems) problems.inc({ code });
      for (const { kind } of events) flaps.inc({ event: kind });
    },
    unreadable: () => unreadable.inc(),
    notified: (ok) => notifications.inc({ result: ok ? 'sent' : 'failed' }),
    text: async () => ({ text: await registry.metrics(), contentType: registry.contentType }),
  };
}

function seconds(at: number | null): number | null {
  return at === null ? null : at / 1000;
}
