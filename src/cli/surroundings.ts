/** All that a command may know of the process it runs in. Tests give their own. */
export interface Surroundings {
  write(text: string): void;
  writeError(text: string): void;
  /** Milliseconds since the epoch. */
  now(): number;
  /** Resolves after so many milliseconds, or at once when the signal is aborted. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The name of the system's zone, where it can be had cheaply. */
  systemZone(): string | undefined;
  /** Makes Date's local methods work in a zone. */
  enterZone(zone: string): void;
  /** Calls a listener whenever the process is given a signal, instead of what the signal does by itself. */
  onSignal(signal: 'SIGTERM' | 'SIGINT' | 'SIGHUP', listener: () => void): void;
  /** Ends the process at once, whatever it is about to do. */
  endNow(exitCode: number): void;
  readonly isRoot: boolean;
  readonly home: string;
  /** Columns of the terminal that is written to; null for a pipe or a file. */
  readonly width: number | null;
  /** Whether errors are written to a terminal. */
  readonly errorIsTerminal: boolean;
  /** Whether what is written to shows colours. */
  readonly colour: boolean;
}
