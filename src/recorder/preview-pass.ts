import { createHmac, randomBytes } from 'node:crypto';
import { isJsonObject, type Json, type PassDraft, type Report } from '../roster/index.ts';
import { redactPass } from './redact-pass.ts';
import { redactionPolicy } from './redact-policy.ts';

/** What recording would keep of a pass, and where it would put digests in the place of secrets. */
export interface PassPreview {
  /** Without any secret. Its digests are of a key of their own, and so equal those of no store. */
  readonly draft: PassDraft;
  /** Where secrets stood: `env.POSTGRES_PASSWORD`, and in how many containers. */
  readonly redacted: ReadonlyMap<string, number>;
}

/** Shows what recording would keep of a pass, with a store or without. `show` are the patterns of the keys that are no secrets. */
export function previewPass(draft: PassDraft, show: readonly string[]): PassPreview {
  const key = randomBytes(32);
  const digestSecret = (secret: string) =>
    `hmac:${createHmac('sha256', key).update(secret).digest('hex').slice(0, 32)}`;
  const redacted = redactPass(draft, redactionPolicy(digestSecret, show));
  const places = new Map<string, number>();
  const specs = specsOf(redacted);
  for (const [index, spec] of specsOf(draft).entries()) {
    for (const path of changedPaths(spec, specs[index] as Json, '')) places.set(path, (places.get(path) ?? 0) + 1);
  }
  return { draft: redacted, redacted: places };
}

function specsOf({ reports }: PassDraft): Json[] {
  return reports.flatMap(containersOf).map(({ spec }) => spec.value);
}

function containersOf(report: Report) {
  return report.outcome === 'planned' || report.outcome === 'partial' ? (report.declaration.containers ?? []) : [];
}

/** Redaction keeps the number and the order of what it walks, whatever becomes of it. */
function changedPaths(before: Json, after: Json, path: string): string[] {
  if (Array.isArray(before) && Array.isArray(after)) {
    return before.flatMap((member, index) => changedPaths(member, after[index] as Json, `${path}[${index}]`));
  }
  if (isJsonObject(before) && isJsonObject(after)) {
    const members = Object.entries(after);
    return Object.values(before).flatMap((member, index) => {
      const [key, redacted] = members[index] as [string, Json];
      return changedPaths(member, redacted, path === '' ? key : `${path}.${key}`);
    });
  }
  return before === after ? [] : [path];
}
