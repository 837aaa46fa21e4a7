import {
  costInTime,
  defaultPolicies,
  diagnose,
  explainPasses,
  explainWindow,
  flapsOf,
  impactOf,
  meshNames,
  nextPass,
  whatIf,
  windowGaps,
  withNames,
} from '../../src/diff/index.ts';
import {
  diffJson,
  diffView,
  escapeControls,
  explainJson,
  explainView,
  flapsJson,
  flapsView,
  impactJson,
  impactView,
  logJson,
  logView,
  postmortemJson,
  postmortemView,
  renderMarkdown,
  renderPostmortem,
  renderTerminal,
  showJson,
  showView,
  textDiffView,
  type View,
  whatIfJson,
  whatIfView,
} from '../../src/report/index.ts';
import type { Address, Name, Pass } from '../../src/roster/index.ts';
import { tokenCounts } from '../report/hostile.ts';
import { realTimes } from './real-times.ts';

const ours = new RegExp(`${String.fromCharCode(27)}\\[(1|2|22|31|32|33|39)m`, 'g');

/** Explains passes in every way there is and renders each, and throws where a text of theirs is read and not shown. */
export function expectSafeReports(passes: readonly Pass[], words: string): void {
  if (passes.length === 0) return;
  const source = { baseline: null, passes: () => passes };
  const window = explainWindow(passes, null, {}, []);
  const controlPlane = ['*web*'];
  const diagnosis = diagnose(source, { observations: [], controlPlane });
  const replayed = whatIf(source, { policies: defaultPolicies, controlPlane, loop: diagnosis.loop });
  const change = changeOf(passes);
  const flaps = flapsOf(source);
  const gaps = windowGaps(null, passes, []);
  const explained = [...explainPasses(passes, null)].map((step) => step.explained);
  const cost = costInTime(window.passes, [], []);
  const asked = { words, latest: true, between: null };
  const ends = { since: null, until: null };
  const postmortem = { ...ends, store: words, whatIf: replayed };
  const weighed = { words: change.words, latest: change.latest, gaps, controlPlane };

  const views: View[] = [
    diffView(window, asked, realTimes, [], cost),
    explainView(diagnosis, words, realTimes),
    flapsView(flaps, gaps, words, realTimes),
    logView(explained, words, false, realTimes, gaps),
    postmortemView(diagnosis, postmortem, realTimes),
    whatIfView(replayed, { words, gaps, controlPlane }, realTimes),
    impactView(change.impact, weighed, realTimes),
    impactView(change.impact, { ...weighed, words: { kind: 'file', file: words } }, realTimes),
    textDiffView(
      passes.slice(1).map((pass, index) => [passes[index] as Pass, pass]),
      {},
      words,
    ),
    ...explained.map((one, index) => showView(one, passes[index] as Pass, {}, realTimes, gaps)),
    ...explained.map((one, index) => showView(one, passes[index] as Pass, { container: '*' }, realTimes, gaps)),
  ];
  for (const view of views) expectSafe(view);
  expectLines(renderPostmortem(diagnosis, postmortem, realTimes));
  const values = [
    diffJson(window, ends, realTimes, [], cost),
    explainJson(diagnosis, ends, realTimes),
    flapsJson(flaps, gaps, { ...ends, baseline: null }, realTimes),
    logJson(explained, gaps, realTimes),
    postmortemJson(diagnosis, postmortem, realTimes),
    whatIfJson(replayed, gaps, { ...ends, baseline: null }, realTimes),
    impactJson(change.impact, weighed, realTimes),
    ...explained.map((one, index) => showJson(one, passes[index] as Pass, {}, realTimes, gaps)),
  ];
  for (const value of values) JSON.parse(JSON.stringify(value));
}

/** A change of the first name of the mesh and one of a new name, weighed after the last pass. */
function changeOf(passes: readonly Pass[]) {
  const latest = passes.at(-1) as Pass;
  const names = meshNames(latest.state);
  const changes = [
    ...[...names.keys()].slice(0, 1).map((name) => ({ name, addresses: [] })),
    { name: 'new.example' as Name, addresses: ['192.0.2.9' as Address] },
  ];
  const impact = impactOf(
    { baseline: null, passes: () => passes },
    nextPass(latest, withNames(latest.state, changes), latest.at + 60_000),
    { policies: defaultPolicies, controlPlane: ['*web*'], pauseMs: 60_000 },
  );
  const told = changes.map(({ name, addresses }) => ({ name, before: names.get(name) ?? [], after: addresses }));
  return { latest, impact, words: { kind: 'names' as const, changes: told } };
}

/** In a terminal only what can be seen, line ends and colours of ours; in Markdown the blocks of the view and no others. */
function expectSafe(view: View): void {
  expectLines(renderTerminal(view, { width: 80, colour: true }).replaceAll(ours, ''));
  const markdown = renderMarkdown(view);
  expectLines(markdown);
  const counts = tokenCounts(markdown);
  const kinds = (...names: readonly string[]) => view.filter(({ kind }) => names.includes(kind)).length;
  const tables = view.filter((block) => block.kind === 'table');
  const expected = {
    heading_open: kinds('title', 'heading'),
    table_open: tables.length,
    tr_open: tables.reduce((sum, { rows }) => sum + 1 + rows.length, 0),
    td_open: tables.reduce((sum, { rows, columns }) => sum + rows.length * columns.length, 0),
    html_block: 0,
    html_inline: 0,
    link_open: 0,
    image: 0,
    hr: 0,
    blockquote_open: 0,
    code_block: 0,
  };
  for (const [token, count] of Object.entries(expected)) {
    if ((counts[token] ?? 0) !== count) {
      throw new Error(`${counts[token] ?? 0} of ${token} in place of ${count} in ${JSON.stringify(markdown)}`);
    }
  }
}

function expectLines(text: string): void {
  const odd = text.split('\n').find((line) => line !== escapeControls(line));
  if (odd !== undefined) throw new Error(`a control character in ${JSON.stringify(odd)}`);
}
