import { UnreadableInput } from '../formats/index.ts';

/**
 * Why an input cannot be read, without a secret. The cause stays behind: it may quote the input in pieces that no longer look like the credentials they are.
 */
export function redactFault(
  { message, place, hint }: UnreadableInput,
  redact: (text: string) => string,
): UnreadableInput {
  return new UnreadableInput(redact(message), {
    ...(place ? { place } : {}),
    ...(hint ? { hint: redact(hint) } : {}),
  });
}

/** The same of anything that reading threw: what is nested too deeply is an input at fault, and any other error is ours. */
export function redactThrown(fault: unknown, redact: (text: string) => string): unknown {
  if (fault instanceof RangeError) return new UnreadableInput('nested too deeply to be read');
  return fault instanceof UnreadableInput ? redactFault(fault, redact) : fault;
}
