/** Where a person's secret may stand: an input whose one place holds several texts, each for itself. */

/** A place in an input. */
export interface Place {
  readonly format: string;
  readonly place: string;
  /** Whether everything that stands there is a secret, so that nothing has to tell it. */
  readonly secretByItself?: true;
  /** Whether an input has room for one text alone. */
  readonly single?: true;
  /** Whether another text there is a change of a spec. */
  readonly changesSpec?: true;
  /** The content of an input with each text in that place, JSON where it is no text. `pass` tells one from the other. */
  input(texts: readonly string[], pass: number): unknown;
  /** What its command, which failed, wrote to standard error. */
  standardError?(texts: readonly string[]): string;
}
