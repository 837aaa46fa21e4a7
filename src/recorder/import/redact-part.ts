import type { History, TranscriptBinding, TranscriptPart, TranscriptReport } from '../../history/index.ts';
import { type Digest, decodeEntries, type EncodedEntries, encodeEntries, hostsListOf } from '../../roster/index.ts';
import { openDigestKey } from '../digest-key.ts';
import { hostsRedactor, redactName } from '../redact-hosts.ts';
import { redactJson, redactObject, redactTextOrJson } from '../redact-json.ts';
import { redactProblem } from '../redact-pass.ts';
import { redactionPolicy } from '../redact-policy.ts';

/** Makes parts of a transcript free of secrets. */
export interface PartRedactor {
  /** What refers to a content that was changed refers to what became of it. */
  redact(part: TranscriptPart): TranscriptPart;
}

/**
 * Makes a redactor for what comes from another store. There is hardly anything for it to do, since digests stay as they are:
 * the key of the store is asked for only where a secret is found.
 */
export function openPartRedactor(
  history: History,
  show: readonly string[],
  renamed: ReadonlyMap<Digest, Digest>,
): PartRedactor {
  let digest: ((secret: string) => string) | undefined;
  const policy = redactionPolicy((secret) => {
    digest ??= openDigestKey(history).digestSecret;
    return digest(secret);
  }, show);
  const hosts = hostsRedactor(policy);
  const optional = (text: string | null) => (text === null ? null : redactTextOrJson(text, policy));
  const named = <D extends Digest | null>(digestGiven: D) =>
    (digestGiven === null ? null : (renamed.get(digestGiven) ?? digestGiven)) as D;
  const entries = (encoded: EncodedEntries): EncodedEntries => {
    const given = hostsListOf(decodeEntries(encoded));
    const redacted = hosts.list(given);
    return redacted === given ? encoded : (JSON.parse(encodeEntries(redacted.entries)) as EncodedEntries);
  };
  const bound = (binds: TranscriptBinding | undefined) =>
    binds && { binds: { ...binds, names: binds.names.filter((name) => redactName(name, policy) === name) } };
  const report = (one: TranscriptReport): TranscriptReport => ({
    ...one,
    error: optional(one.error),
    delivered: named(one.delivered),
    inForce: named(one.inForce),
  });

  return {
    redact(part) {
      switch (part.kind) {
        case 'hosts':
        case 'roster':
          return { ...part, entries: entries(part.entries) };
        case 'spec':
          return { ...part, value: redactObject(part.value, policy), ...bound(part.binds) };
        case 'declaration':
          return {
            ...part,
            address: optional(part.address),
            roster: named(part.roster),
            containers:
              part.containers?.map((one) => ({ ...one, spec: named(one.spec), hosts: named(one.hosts) })) ?? null,
            extra: redactObject(part.extra, policy),
          };
        case 'pass': {
          const { roster } = part;
          return {
            ...part,
            trigger: redactJson(part.trigger, policy, { path: 'trigger', depth: 0 }),
            error: optional(part.error),
            reports: part.reports.map(report),
            standing: part.standing.map(report),
            problems: part.problems.map((problem) => redactProblem(problem, policy)),
            extra: redactObject(part.extra, policy),
            ...(roster ? { roster: { given: named(roster.given), inForce: named(roster.inForce) } } : {}),
          };
        }
        default:
          return part;
      }
    },
  };
}
