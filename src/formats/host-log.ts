import { containerId, foldProblems, type Observation, type Problem } from '../roster/index.ts';
import { localNode } from './docker-inspect.ts';
import type { Circumstances } from './format.ts';
import { logLineHead } from './log-line-time.ts';
import { compileLogPattern, defaultLogPattern } from './log-pattern.ts';
import { expectFewLines } from './most-parts.ts';
import type { ObservationFormat, ReadObservations } from './observation-format.ts';

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
  return text
    .slice(0, 200_000)
    .split('\n', 500)
    .some((line) => defaultLogPattern(line.slice(0, longestLine)) !== null);
}

/**
 * Reads the log of a host agent. Lines that the pattern does not find are other matters. Clock times are read from the
 * last line backwards, so that a log over midnight comes out right; the last line is the last such time before `at`, or before now.
 */
function readHostLog(text: string, circumstances: Circumstances): ReadObservations {
  const { logPattern } = circumstances;
  const findReplacement = logPattern === undefined ? defaultLogPattern : compileLogPattern(logPattern);
  const observations: Observation[] = [];
  const problems: Problem[] = [];
  expectFewLines(text);
  let limit = circumstances.at ?? circumstances.now ?? Number.MAX_SAFE_INTEGER;
  for (const long of text.split(/\r?\n/).reverse()) {
    const line = long.slice(0, longestLine);
    const found = findReplacement(line);
    if (found === null) continue;
    const head = logLineHead(line, limit, circumstances);
    const container = containerOf(found.container);
    if (head.at === null || container === null) {
      problems.push({ code: head.at === null ? 'invalid-time' : 'malformed-container', text: line });
      continue;
    }
    limit = Math.min(limit, head.at);
    const node = circumstances.node ?? found.node ?? head.host ?? localNode;
    observations.push({ node, container, kind: 'replaced', at: head.at });
  }
  return { observations: observations.reverse(), problems: foldProblems(problems) };
}

/** `postgres.server (mesh-store)` or `mesh-store/postgres.server`, as an id. */
function containerOf(text: string): string | null {
  const labelled = /^(\S+) \(([^()\s]+)\)$/.exec(text);
  if (labelled) return containerId(labelled[2] as string, labelled[1] as string);
  return /^\S+$/.test(text) ? text : null;
}
