import * as z from 'zod/mini';
import { parseByteSize } from './byte-size.ts';
import { parseLengthOfTime } from './length-of-time.ts';

const texts = z.array(z.string('expected a text'), 'expected a list of texts');

function read<T>(parse: (text: string) => T | null, expected: string) {
  return z.pipe(
    z.union([z.string(), z.number()], expected),
    z.transform((value: string | number, context) => {
      const parsed = parse(String(value));
      if (parsed !== null) return parsed;
      context.issues.push({ code: 'custom', message: expected, input: value });
      return z.NEVER;
    }),
  );
}

const length = read((text) => {
  const parsed = parseLengthOfTime(text);
  return 'ms' in parsed && parsed.ms > 0 ? parsed.ms : null;
}, 'expected a length of time, such as 30s or 5m');

const size = read(parseByteSize, 'expected a size, such as 64MiB');

const passes = z
  .number('expected a number of passes')
  .check(z.int('expected a number of passes'), z.gte(1, 'expected at least 1'));

const limits = z.strictObject(
  {
    keepFor: z.optional(z.union([z.literal('forever'), length], 'expected a length of time, such as 90d, or forever')),
    keepPasses: z.optional(passes),
    maxSize: z.optional(z.union([z.literal('unlimited'), size], 'expected a size, such as 1GiB, or unlimited')),
  },
  'expected limits, or false',
);

const sourceShape = z.strictObject({
  source: z.string('expected a source, such as exec:COMMAND'),
  format: z.optional(z.string()),
  node: z.optional(z.string()),
  every: z.optional(length),
  timeLimit: z.optional(length),
  sizeLimit: z.optional(size),
  settle: z.optional(length),
  poll: z.optional(length),
  tokenFile: z.optional(z.string()),
  headers: z.optional(z.record(z.string(), z.string('expected a text'), 'expected the headers by their names')),
});

const source = z.union(
  [z.string(), sourceShape],
  'expected a source, such as exec:COMMAND, or an object with the key "source"',
);

/** The shape of the config file: every key is optional, and an unknown one is refused. */
export const configShape = z.strictObject(
  {
    controller: z.optional(z.string('expected the name of a controller')),
    controlPlane: z.optional(texts),
    binds: z.optional(z.record(z.string(), texts, 'expected lists of names by containers')),
    sources: z.optional(z.array(source, 'expected a list of sources')),
    mappings: z.optional(z.record(z.string(), z.string('expected a JSONata expression'))),
    secrets: z.optional(z.strictObject({ show: z.optional(texts) })),
    notify: z.optional(
      z.strictObject({
        exec: z.optional(z.string('expected a command')),
        webhook: z.optional(z.url('expected a URL')),
      }),
    ),
    retention: z.optional(z.union([z.literal(false), limits], 'expected limits, or false')),
    metrics: z.optional(z.string('expected HOST:PORT')),
  },
  'expected keys and their values, such as sources: [/var/lib/mesh]',
);

/** A source as the config names it: what it is, and how it is read. Lengths in milliseconds, sizes in bytes. */
export type ConfiguredSource = z.infer<typeof sourceShape>;

/** The limits of a history as the config names them; false for none. */
export type ConfiguredRetention = false | z.infer<typeof limits>;

/** The keys that the config may have at a place, for the message about an unknown one. */
export function knownConfigKeys(path: readonly PropertyKey[]): readonly string[] {
  if (path.length === 0) return Object.keys(configShape.shape);
  if (path[0] === 'sources') return Object.keys(sourceShape.shape);
  if (path[0] === 'retention') return Object.keys(limits.shape);
  return path[0] === 'secrets' ? ['show'] : ['exec', 'webhook'];
}
