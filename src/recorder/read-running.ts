import { createHmac, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readInput, UnreadableInput } from '../formats/index.ts';
import type { History } from '../history/index.ts';
import type { Container, Missing, Report } from '../roster/index.ts';
import { openDigestKey } from './digest-key.ts';
import type { DigestSecret } from './digest-secret.ts';
import type { InputText } from './recorder.ts';
import { redactThrown } from './redact-fault.ts';
import { hostsRedactor } from './redact-hosts.ts';
import { redactTextOrJson } from './redact-json.ts';
import { redactionPolicy } from './redact-policy.ts';

/** What a source gave of the containers of one node that run. */
export interface RunningInput extends InputText {
  /** Why it is known not to show every container; null, or not there, where nothing is known of that kind. */
  readonly shortfall?: string | null;
}

/** What a source shows of the containers of one node that run. No secret is in it. */
export interface ReadRunning {
  readonly containers: readonly Pick<Container, 'id' | 'hosts'>[];
  /** Why the source is known not to show everything, and what it may lack; null where it shows it all. */
  readonly shortfall: { readonly error: string; readonly missing: Missing } | null;
}

/**
 * Makes a reader of what `docker inspect` or `podman inspect` prints. What looks like a credential in a hosts list is
 * replaced by the digest that the store has of it, so that what equals it there equals it here; nothing is written, and
 * what stands outside of hosts lists is not kept. It throws {@link UnreadableInput}.
 */
export function runningReader(history: History): (input: RunningInput) => ReadRunning {
  const policy = redactionPolicy(digestSecretOf(history));
  const redactor = hostsRedactor(policy);
  const redact = (text: string) => redactTextOrJson(text, policy);
  return (input) => {
    try {
      const report = readReport(input);
      const containers = report.declaration.containers ?? [];
      return {
        containers: containers.map(({ id, hosts }) => ({ id, hosts: redactor.list(hosts) })),
        shortfall: shortfallOf(report, input.shortfall ?? null, redact),
      };
    } catch (fault) {
      throw redactThrown(fault, redact);
    }
  };
}

function shortfallOf(
  report: ReadReport,
  told: string | null,
  redact: (text: string) => string,
): ReadRunning['shortfall'] {
  const own = report.outcome === 'planned' ? null : report;
  const errors = [told, own?.error ?? null].filter((error) => error !== null);
  if (own === null && told === null) return null;
  const error = errors.length > 0 ? errors.join('; ') : 'it is known not to show everything';
  return { error: redact(error), missing: own?.missing ?? 'containers' };
}

type ReadReport = Extract<Report, { outcome: 'planned' | 'partial' }>;

/** The format gives one report, of what could be read. */
function readReport({ text, error, circumstances, exitStatus, standardError }: InputText): ReadReport {
  if (text === null) throw new UnreadableInput(error ?? 'nothing to read');
  const known = {
    ...circumstances,
    ...(exitStatus === undefined ? {} : { exitStatus }),
    ...(standardError === undefined ? {} : { standardError }),
  };
  const read = readInput(text, known, 'docker-inspect') as Extract<ReturnType<typeof readInput>, { kind: 'pass' }>;
  return read.draft.reports[0] as ReadReport;
}

/** The key of a store in which a digest can be; a store without one holds none, and any key will do. */
export function digestSecretOf(history: History): DigestSecret {
  if (existsSync(`${history.file}.key`)) return openDigestKey(history).digestSecret;
  const key = randomBytes(32);
  return (secret) => `hmac:${createHmac('sha256', key).update(secret).digest('hex').slice(0, 32)}`;
}
