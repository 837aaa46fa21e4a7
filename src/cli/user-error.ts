/**
 * The user's or the outside world's fault; exit 2. `message` says what, what was found and what was expected, in lower case
 * and without a full stop; `hint` is the next step, fit to be pasted.
 */
export class UserError extends Error {
  override readonly name = 'UserError';
  readonly hint: string | null;
  readonly exitCode = 2;

  constructor(message: string, options: { hint?: string; cause?: unknown } = {}) {
    super(message, options);
    this.hint = options.hint ?? null;
  }
}
