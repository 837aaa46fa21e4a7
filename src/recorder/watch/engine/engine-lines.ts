/** More than any event needs. */
const longestLine = 256 * 1024;

/**
 * The lines of a stream as they are complete, blank ones left out. One that is longer than 256 KiB is given as null,
 * and no more than that is held of it.
 */
export async function* linesOf(
  stream: AsyncIterable<Uint8Array>,
  limit: number = longestLine,
): AsyncGenerator<string | null> {
  const decoder = new TextDecoder();
  let rest = '';
  let isTooLong = false;
  for await (const chunk of stream) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() as string;
    for (const line of lines) {
      if (isTooLong || line.length > limit) yield null;
      else if (line.trim() !== '') yield line.trim();
      isTooLong = false;
    }
    if (rest.length > limit) isTooLong = true;
    if (isTooLong) rest = '';
  }
}
