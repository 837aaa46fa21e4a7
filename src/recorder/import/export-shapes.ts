import * as z from 'zod/mini';
import {
  type Digest,
  isJsonObject,
  type JsonObject,
  type Name,
  observationKinds,
  outcomes,
  type ProblemCode,
  problemCodes,
  recordingGapKinds,
} from '../../roster/index.ts';
import { exportFormat } from './export-line.ts';

/** A digest as lines refer to contents by it. */
const digest = z.custom<Digest>((value) => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value), {
  error: 'expected a digest of 64 hex digits',
});
const text = z.string({ error: 'expected a text' });
const name = z.custom<Name>((value) => typeof value === 'string', { error: 'expected a text' });
const optionalText = z._default(z.nullable(text), null);
const optionalDigest = z._default(z.nullable(digest), null);
const instant = z.pipe(
  text.check(z.refine((written) => !Number.isNaN(Date.parse(written)), { error: 'expected a time in RFC 3339' })),
  z.transform((written) => Date.parse(written)),
);
// a copy would lose a key named "__proto__"
const anyObject = z.custom<JsonObject>(isJsonObject, { error: 'expected an object' });
const entries = z.array(
  z.union([text, z.tuple([text], z.nullable(text))], { error: 'expected a text or a list of texts' }),
  { error: 'expected a list' },
);
const oneOf = <const T extends readonly string[]>(values: T) =>
  z.enum(values, { error: `expected ${values.slice(0, -1).join(', ')} or ${values.at(-1)}` });

const whole = z
  .number()
  .check(z.refine((value) => Number.isSafeInteger(value) && value >= 0, { error: 'expected a whole number' }));
/** Above it there would be no room for what is recorded later. */
const passNumber = whole.check(
  z.refine((value) => value > 0 && value < 2 ** 48, { error: 'expected the number of a pass' }),
);

const report = z.pipe(
  z.object({
    node: text,
    outcome: oneOf(outcomes),
    error: optionalText,
    missing: z._default(z.nullable(oneOf(['containers', 'names', 'addresses'])), null),
    delivered: optionalDigest,
    inForce: z.optional(z.nullable(digest)),
  }),
  z.transform(({ inForce, ...rest }) => ({ ...rest, inForce: inForce === undefined ? rest.delivered : inForce })),
);
const reports = z._default(z.array(report, { error: 'expected a list' }), []);
const codes = Object.keys(problemCodes) as ProblemCode[];

/** The first line of an export. */
export const headerShape = z.object({
  format: z.literal(exportFormat),
  controllers: z.array(text),
  passes: z.number({ error: 'expected a number' }),
  window: z._default(z.nullable(z.object({ since: optionalText, until: optionalText })), null),
  settings: z._default(
    z.object({ 'digest-key': z.optional(text), 'shown-keys': z.optional(z.string().check(z.refine(isListOfTexts))) }),
    {},
  ),
});

/** The other lines, by their kind. What goes without saying may be left out of them. */
export const lineShapes = {
  horizon: z
    .object({
      controller: text,
      firstPass: passNumber,
      removed: passNumber,
      fromPass: passNumber,
      fromAt: instant,
      untilPass: passNumber,
      prunedAt: instant,
      reason: oneOf(['age', 'passes', 'size']),
      bound: whole,
    })
    .check(
      z.refine(
        ({ firstPass, removed, fromPass, untilPass }) => untilPass < firstPass && removed <= untilPass - fromPass + 1,
        { error: 'expected passes before the first one', path: ['firstPass'] },
      ),
    ),
  hosts: z.object({ digest, entries }),
  roster: z.object({
    digest,
    entries,
    owners: z.array(z.tuple([name, text])),
  }),
  spec: z.object({
    digest,
    value: anyObject,
    binds: z.optional(
      z.object({
        names: z.array(name, { error: 'expected a list' }),
        why: z.optional(oneOf(['nothing-shown', 'refers-elsewhere', 'too-much'])),
      }),
    ),
  }),
  declaration: z.object({
    digest,
    address: optionalText,
    roster: optionalDigest,
    containers: z._default(
      z.nullable(
        z.array(
          z.object({
            id: text,
            spec: digest,
            hosts: digest,
            engine: z._default(z.nullable(z.object({ id: optionalText, configDigest: optionalText })), null),
          }),
        ),
      ),
      null,
    ),
    extra: z._default(anyObject, {}),
  }),
  pass: z.object({
    pass: z.optional(passNumber),
    controller: text,
    key: optionalText,
    at: instant,
    recordedAt: instant,
    trigger: z.optional(z.unknown()),
    outcome: z._default(oneOf(['planned', 'partial', 'unreadable', 'failed']), 'planned'),
    error: optionalText,
    lone: z._default(z.boolean(), false),
    source: optionalText,
    roster: z.optional(z.object({ given: optionalDigest, inForce: optionalDigest })),
    reports,
    again: z._default(z.array(text), []),
    standing: reports,
    problems: z._default(
      z.array(
        z.object({
          code: z.enum(codes, { error: 'expected a known problem' }),
          node: z.optional(text),
          container: z.optional(text),
          name: z.optional(text),
          text: z.optional(text),
        }),
      ),
      [],
    ),
    extra: z._default(anyObject, {}),
  }),
  observation: z.object({
    node: text,
    container: text,
    event: oneOf(observationKinds),
    at: instant,
    recordedAt: instant,
    source: optionalText,
  }),
  gap: z.object({
    recorder: text,
    controller: optionalText,
    cause: oneOf(recordingGapKinds),
    from: instant,
    until: z._default(z.nullable(instant), null),
    source: optionalText,
    reason: z._default(text, ''),
  }),
};

/** Whether a text is the JSON of a list of texts. */
function isListOfTexts(written: string): boolean {
  try {
    return z.safeParse(z.array(z.string()), JSON.parse(written)).success;
  } catch {
    return false;
  }
}
