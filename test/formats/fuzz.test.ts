/** A few hundred of the inputs that `npm run fuzz` makes a hundred thousand of, for each format. */
import { tmpdir } from 'node:os';
import { describe, expect, it } from 'vitest';
import { fuzzFormat } from '../fuzz/fuzz-format.ts';
import { fuzzedFormats } from '../fuzz/fuzzed-formats.ts';

describe('any input near the format', () => {
  it.each(fuzzedFormats.map((format) => [format.name, format] as const))(
    '%s is refused with words, or read with nothing lost, recorded as read, and shown without harm',
    async (_, format) => {
      const figures = await fuzzFormat(format, { runs: 200, seed: 20_260_929, everyWhole: 25, folder: tmpdir() });

      expect(figures.failure).toBeNull();
      expect(figures.inputs).toBeGreaterThanOrEqual(200);
      expect(figures.read).toBeGreaterThan(30);
      expect(figures.refused).toBeGreaterThan(20);
    },
  );
});
