import { fullTime, type TimeWriter } from './times.ts';
import { count, listed } from './words.ts';

/** What an import did, as it is told. */
export interface ImportSummary {
  /** What was imported, as it was named. */
  readonly label: string;
  /** The store, where it was named: the next command names it too. */
  readonly store: string | null;
  readonly elapsedMs: number;
  /** Whether it was interrupted. */
  readonly stopped: boolean;
  readonly imported: {
    readonly recorded: number;
    readonly joined: number;
    readonly known: number;
    readonly numbers: { readonly first: number; readonly last: number } | null;
    readonly span: { readonly from: number; readonly until: number } | null;
    readonly controllers: readonly string[];
    readonly observations: number;
    readonly gaps: number;
    readonly unreadable: number;
    readonly faults: readonly { readonly place: string; readonly message: string; readonly hint: string | null }[];
    readonly notes: readonly string[];
  };
}

/** The lines that `import` prints: what was recorded, of which time, what is odd, and what to ask next. */
export function importLinesOf(summary: ImportSummary, times: TimeWriter): string[] {
  const { label, imported, elapsedMs } = summary;
  const { recorded, joined, known, observations, gaps, unreadable, numbers, span, controllers, notes } = imported;
  const parts = [
    `${count(recorded, 'pass', 'passes')} recorded`,
    ...(joined > 0 ? [`${joined} got more nodes`] : []),
    ...(known > 0 ? [`${known} known already`] : []),
    ...(observations > 0 ? [count(observations, 'observation')] : []),
    ...(gaps > 0 ? [count(gaps, 'gap')] : []),
    ...(unreadable > 0 ? [`${unreadable} could not be read`] : []),
  ];
  const next = nextCommand(summary);
  return [
    `${label}: ${parts.join(', ')}, in ${elapsedWords(elapsedMs)}`,
    ...(numbers === null ? [] : [numbersWords(numbers, controllers)]),
    ...(span === null ? [] : [`from ${fullTime(times, span.from)} to ${fullTime(times, span.until)}`]),
    ...notes.map((words) => `note: ${words}`),
    ...(next === null ? [] : [`next: ${next}`]),
  ];
}

function numbersWords({ first, last }: { first: number; last: number }, controllers: readonly string[]): string {
  const passes = first === last ? `pass ${first}` : `passes ${first} to ${last}`;
  return controllers.length > 1 ? `${passes} of ${listed(controllers)}` : passes;
}

/** Tenths of a second, since most imports take few. */
function elapsedWords(ms: number): string {
  return ms < 60_000
    ? `${(ms / 1000).toFixed(1)} s`
    : `${Math.floor(ms / 60_000)} min ${Math.round((ms % 60_000) / 1000)} s`;
}

/** The question that an imported history is looked at with first; null where there is nothing to look at. */
function nextCommand({ store, imported: { numbers, controllers } }: ImportSummary): string | null {
  if (numbers === null) return null;
  const options = [
    ...(store === null ? [] : ['--store', shellWord(store)]),
    ...(controllers.length > 1 ? ['--controller', shellWord(controllers[0] as string)] : []),
  ];
  return ['roster-history', ...options, 'flaps', '--since', String(numbers.first)].join(' ');
}

function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

/** What `import --json` prints. */
export function importJson(summary: ImportSummary, times: TimeWriter) {
  const { label, imported, elapsedMs, stopped } = summary;
  const { recorded, joined, known, numbers, span, unreadable, faults } = imported;
  return {
    format: 'roster-history/import@1',
    source: label,
    complete: !stopped && unreadable === 0,
    passes: { recorded, joined, known, first: numbers?.first ?? null, last: numbers?.last ?? null },
    since: span === null ? null : times.instant(span.from),
    until: span === null ? null : times.instant(span.until),
    controllers: imported.controllers,
    observations: imported.observations,
    gaps: imported.gaps,
    unreadable,
    faults: faults.map(({ place, message }) => ({ source: place, error: message })),
    notes: imported.notes,
    elapsedMs,
    next: nextCommand(summary),
  };
}
