import { costInTime, diagnose, explainPasses, explainWindow, flapsOf, windowGaps } from '../../src/diff/index.ts';
import {
  diffJson,
  diffView,
  escapeControls,
  explainJson,
  explainView,
  flapsJson,
  flapsView,
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
} from '../../src/report/index.ts';
import type { Pass } from '../../src/roster/index.ts';
import { tokenCounts } from '../report/hostile.ts';
import { realTimes } from './real-times.ts';

const ours = new RegExp(`${String.fromCharCode(27)}\\[(1|2|22|31|32|33|39)m`, 'g');

/** Explains passes in every way there is and renders each, and throws where a text of theirs is read and not shown. */
export function expectSafeReports(passes: readonly Pass[], words: string): void {
  if (passes.length === 0) return;
  const source = { baseline: null, passes: () => passes };
  const window = explainWindow(passes, null, {}, []);
  const diagnosis = diagnose(source, { observations: [], controlPlane: ['*web*'] });
  const flaps = flapsOf(source);
  const gaps = windowGaps(null, passes, []);
  const explained = [...explainPasses(passes, null)].map((step) => step.explained);
  const cost = costInTime(window.passes, [], []);
  const asked = { words, latest: true, between: null };
  const ends = { since: null, until: null };
  const postmortem = { ...ends, store: words };

  const views: View[] = [
    diffView(window, asked, realTimes, [], cost),
    explainView(diagnosis, words, realTimes),
    flapsView(flaps, gaps, words, realTimes),
    logView(explained, words, false, realTimes, gaps),
    postmortemView(diagnosis, postmortem, realTimes),
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
    ...explained.map((one, index) => showJson(one, passes[index] as Pass, {}, realTimes, gaps)),
  ];
  for (const value of values) JSON.parse(JSON.stringify(value));
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
