import { type Container, isJsonObject, type PassDraft, type Problem, type Report } from '../roster/index.ts';
import { distinctContainers } from './distinct-containers.ts';
import { joinErrors } from './error-text.ts';
import { draftOf, type Format, failureOf } from './format.ts';
import { containersOfPod } from './kubernetes-container.ts';
import { addressOf, isPod, type Pod, podLabel, podOf, runsOn, workloadOf } from './kubernetes-pod.ts';
import { expectFewRows } from './most-parts.ts';
import { readableReport, type Shortfall } from './shortfall.ts';
import { UnreadableInput } from './unreadable-input.ts';

/** What `kubectl get pods -o json` or `-o yaml` prints: a list of pods, or one. Each node that runs one is reported. */
export const kubernetesPods: Format = {
  name: 'kubernetes-pods',
  summary: 'what kubectl get pods --all-namespaces -o json (or yaml) prints: spec.hostAliases of the pods of each node',
  recognises: ({ value }) => isPod(value) || isPodList(value),
  read({ value, circumstances }): PassDraft {
    const items = itemsOf(value);
    expectFewRows(items, 'pods');
    const problems: Problem[] = [];
    const pods = readPods(items, problems);
    const failure = failureOf(circumstances);
    const missed = problems.length === 0 ? null : `${problems.length} of ${items.length} pods could not be read`;
    const error = joinErrors([failure, missed, continuedWords(value)]);
    const shortfall: Shortfall | null = error === null ? null : { missing: failure ? 'names' : 'containers', error };
    const running = pods.filter(isMeantToRun);
    const waiting = running.filter((pod) => runsOn(pod) === null).map(podLabel);
    return {
      ...draftOf(circumstances),
      ...(shortfall ? { outcome: 'partial', ...shortfall } : {}),
      reports: nodesOf(running).map(([node, own]) => readNode(node, own, shortfall, problems)),
      problems,
      extra: waiting.length === 0 ? {} : { unscheduled: waiting.sort() },
    };
  },
};

/** Pods among other kinds, as `kubectl get all` prints them, are a list of pods too, and so is an empty list. */
function isPodList(value: unknown): boolean {
  if (!isJsonObject(value) || !Array.isArray(value.items)) return false;
  if (value.kind === 'PodList') return true;
  return value.kind === 'List' && (value.items.length === 0 || value.items.some(isPod));
}

function itemsOf(value: unknown): readonly unknown[] {
  if (isPod(value)) return [value];
  if (isJsonObject(value) && Array.isArray(value.items)) return value.items.filter((item) => !isOfOtherKind(item));
  throw new UnreadableInput('no pods in it: expected a list with "items", or a pod, as kubectl prints them', {
    hint: 'kubectl get pods --all-namespaces -o json',
  });
}

function isOfOtherKind(item: unknown): boolean {
  return isJsonObject(item) && typeof item.kind === 'string' && item.kind !== 'Pod';
}

function readPods(items: readonly unknown[], problems: Problem[]): Pod[] {
  return items.flatMap((item, index) => {
    const pod = podOf(item);
    if (pod) return [pod];
    problems.push({ code: 'malformed-container', text: `items[${index}]: expected a pod with "metadata" and "spec"` });
    return [];
  });
}

/** Why the pods are known not to be all: one that was asked for by its name, or a list whose rest was not asked for. */
function continuedWords(value: unknown): string | null {
  if (isPod(value)) return 'one pod, which is not all that its node runs';
  const metadata = isJsonObject(value) && isJsonObject(value.metadata) ? value.metadata : {};
  const remaining = typeof metadata.remainingItemCount === 'number' ? metadata.remainingItemCount : 0;
  if (remaining > 0) return `the list goes on: ${remaining} pods more`;
  return metadata.continue ? 'the list goes on: "metadata.continue" is not empty' : null;
}

/** A pod that has ended, or was evicted, stays listed and runs nothing. */
function isMeantToRun({ phase }: Pod): boolean {
  return phase !== 'Succeeded' && phase !== 'Failed';
}

function nodesOf(pods: readonly Pod[]): [string, Pod[]][] {
  const nodes = new Map<string, Pod[]>();
  for (const pod of pods) {
    const node = runsOn(pod);
    if (node !== null) nodes.set(node, [...(nodes.get(node) ?? []), pod]);
  }
  return [...nodes].sort(([a], [b]) => (a < b ? -1 : 1));
}

function readNode(node: string, pods: readonly Pod[], shortfall: Shortfall | null, problems: Problem[]): Report {
  const staying = settledPods(pods);
  const containers = staying.flatMap((pod): Container[] => containersOfPod(pod, problems));
  // several pods of one workload on one node are nothing odd
  const distinct = distinctContainers(containers, node, []);
  const address = staying.map(addressOf).find((known) => known !== null) ?? null;
  return readableReport(node, { address, containers: distinct, roster: null, extra: {} }, shortfall);
}

/** The pods by age, without those that are about to end where the workload has another one: that one is to come in its place. */
function settledPods(pods: readonly Pod[]): readonly Pod[] {
  const byAge = [...pods].sort((a, b) => (sortKeyOf(a) < sortKeyOf(b) ? -1 : 1));
  const staying = new Set(byAge.filter(({ isEnding }) => !isEnding).map(workloadOf));
  return byAge.filter((pod) => !pod.isEnding || !staying.has(workloadOf(pod)));
}

function sortKeyOf(pod: Pod): string {
  return `${pod.createdAt} ${podLabel(pod)}`;
}
