import type { PassDraft } from '../roster/index.ts';

/** What is known of an input besides its text. It fills in what the text lacks and never contradicts it. */
export interface Circumstances {
  readonly node?: string;
  readonly controller?: string;
  readonly key?: string;
  /** Milliseconds since the epoch. */
  readonly at?: number;
  readonly trigger?: string;
  /** The exit status of the command that printed the text. Not zero means that the text may lack things. */
  readonly exitStatus?: number;
  /** What that command wrote to standard error. */
  readonly standardError?: string;
  /** The present, in milliseconds since the epoch: log times without a date are before it. */
  readonly now?: number;
  /** How a line of a host's log says that a container was replaced, in RE2's syntax. */
  readonly logPattern?: string;
  /** The latest instant at or before `limit` at which clocks showed a wall time: `22:46`, or `2026-09-29 22:46:03`. */
  readWall?(text: string, limit: number): number | null;
}

/** One input, with the value that it is in JSON or YAML. */
export interface Input {
  readonly text: string;
  /** What the text is as JSON or YAML: always plain JSON values, whatever its syntax; `undefined` where it is neither. */
  readonly value: unknown;
  /** What the value is written in; null where there is none. */
  readonly syntax: 'json' | 'yaml' | null;
  readonly circumstances: Circumstances;
  /** Whether the format was named by the user instead of recognised. */
  readonly named: boolean;
}

/** One input shape: how it is recognised and how a pass is read from it. */
export interface Format {
  readonly name: string;
  readonly summary: string;
  recognises(input: Input): boolean;
  /** Throws {@link UnreadableInput}. */
  read(input: Input): PassDraft;
}

/** The pass that circumstances alone tell of: no roster, no reports. A format puts in what its text says. */
export function draftOf({ controller, key, at, trigger }: Circumstances): PassDraft {
  return {
    controller: controller ?? 'default',
    key: key ?? null,
    at: at ?? null,
    trigger: trigger ?? null,
    roster: null,
    outcome: 'planned',
    missing: null,
    error: null,
    reports: [],
    problems: [],
    extra: {},
    lone: false,
  };
}

/** The circumstances of a failed command as an error text; null where it succeeded. */
export function failureOf({ exitStatus, standardError }: Circumstances): string | null {
  if (exitStatus === undefined || exitStatus === 0) return null;
  const said = standardError?.trim();
  return said ? `exit status ${exitStatus}: ${said}` : `exit status ${exitStatus}`;
}
