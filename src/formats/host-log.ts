import { RE2JS } from 're2js';
import { containerId, type Observation, type Problem } from '../roster/index.ts';
import { localNode } from './docker-inspect.ts';
import type { Circumstances } from './format.ts';
import { logLineHead } from './log-line-time.ts';
import type { ObservationFormat, ReadObservations } from './observation-format.ts';
import { UnreadableInput } from './unreadable-input.ts';

/**
 * How a line says that a container was replaced, in RE2's syntax: the group `container` is the container, `node` the node
 * where the line names it. RE2 takes time linear in the line whatever the pattern, so that no line can make it slow.
 */
const defaultLogPattern = String.raw`\bupdated (?P<container>\S+(?: \([^()\s]+\))?): (?:replaced|recreated)\b`;

/** A line longer than this is cut: what a pattern looks for stands near the start of it. */
const longestLine = 8192;

/** The log of a host agent, as it says which containers it replaced. */
export const hostLog: ObservationFormat = {
  name: 'host-log',
  summary: 'the log of a host agent: "updated postgres.server (mesh-store): replaced"; --log-pattern sets another form',
  recognises: isHostLog,
  read: readHostLog,
};

/** Whether a text looks like the log of a host agent: one of its first lines tells of a replacement. */
function isHostLog(text: string): boolean {
  if (!text.includes('updated ')) return false;
  const pattern = compilePattern(defaultLogPattern);
  return text
    .slice(0, 200_000)
    .split('\n', 500)
    .some((line) => pattern.matcher(line.slice(0, longestLine)).find());
}

/**
 * Reads the log of a host agent. Lines that the pattern does not find are other matters. Clock times are read from the
 * last line backwards, so that a log over midnight comes out right; the last line is the last such time before `at`, or before now.
 */
function readHostLog(text: string, circumstances: Circumstances): ReadObservations {
  const pattern = compilePattern(circumstances.logPattern ?? defaultLogPattern);
  const observations: Observation[] = [];
  const problems: Problem[] = [];
  let limit = circumstances.at ?? circumstances.now ?? Number.MAX_SAFE_INTEGER;
  for (const long of text.split(/\r?\n/).reverse()) {
    const line = long.slice(0, longestLine);
    const matcher = pattern.matcher(line);
    if (!matcher.find()) continue;
    const head = logLineHead(line, limit, circumstances);
    const container = containerOf(groupOf(pattern, matcher, 'container') ?? '');
    if (head.at === null || container === null) {
      problems.push({ code: head.at === null ? 'invalid-time' : 'malformed-container', text: line });
      continue;
    }
    limit = Math.min(limit, head.at);
    const node = circumstances.node ?? groupOf(pattern, matcher, 'node') ?? head.host ?? localNode;
    observations.push({ node, container, kind: 'replaced', at: head.at });
  }
  return { observations: observations.reverse(), problems };
}

function compilePattern(pattern: string): RE2JS {
  try {
    const compiled = RE2JS.compile(pattern);
    if ('container' in compiled.namedGroups()) return compiled;
  } catch (cause) {
    throw new UnreadableInput(`the pattern ${JSON.stringify(pattern)} cannot be read: ${(cause as Error).message}`, {
      cause,
    });
  }
  throw new UnreadableInput(`the pattern ${JSON.stringify(pattern)} has no group "container"`, {
    hint: String.raw`--log-pattern 'replaced (?P<container>\S+)'`,
  });
}

function groupOf(pattern: RE2JS, matcher: { group(name: string): string | null }, name: string): string | null {
  return name in pattern.namedGroups() ? matcher.group(name) : null;
}

/** `postgres.server (mesh-store)` or `mesh-store/postgres.server`, as an id. */
function containerOf(text: string): string | null {
  const labelled = /^(\S+) \(([^()\s]+)\)$/.exec(text);
  if (labelled) return containerId(labelled[2] as string, labelled[1] as string);
  return /^\S+$/.test(text) ? text : null;
}
