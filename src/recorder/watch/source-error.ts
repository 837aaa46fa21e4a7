/** A source that cannot be begun as it was asked for: what, found, expected, and a hint that can be pasted. No secret is in it. */
export class SourceError extends Error {
  override readonly name = 'SourceError';
  readonly hint: string | null;

  constructor(message: string, options: { hint?: string; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? {} : { cause: options.cause });
    this.hint = options.hint ?? null;
  }
}
