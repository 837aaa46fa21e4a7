import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { diagnose } from '../../src/diff/index.ts';
import { escapeControls } from '../../src/report/escape-controls.ts';
import { explainView } from '../../src/report/explain-view.ts';
import { renderMarkdown } from '../../src/report/markdown.ts';
import { postmortemView, renderPostmortem } from '../../src/report/postmortem-view.ts';
import { renderTerminal } from '../../src/report/terminal.ts';
import { mesh, runs } from '../diff/builders.ts';
import { diagnosisOf, passesOf, plain, utc } from './builders.ts';
import { hostileDiagnosis, hostileText, tokenCounts } from './hostile.ts';
import { incident, told } from './incident-passes.ts';

/** The part of a postmortem under a heading, up to the next one of its level. */
function section(markdown: string, heading: string): string {
  const [, rest = ''] = markdown.split(`\n## ${heading}\n`);
  return rest.split('\n## ')[0] as string;
}

describe('the postmortem', () => {
  test('has its sections in their order', () => {
    const markdown = renderPostmortem(diagnosisOf(incident('+!+!+')), {}, utc);

    expect(markdown.match(/^#+ .*$/gm)).toEqual([
      '# Postmortem: 2 names of g14 moved, 12 replacements',
      '## Timeline',
      '## Which name moved in each pass',
      '## Flaps',
      '## Why',
      '### Ruled out',
      '### The loop',
      '## What it cost',
      '### Predicted and observed',
      '### Replacements per minute',
      '### Control-plane downtime',
      '## What is not established, and what would establish it',
      '## How to check each claim',
    ]);
  });

  test('is opened at the first pass that changed something, if no other time is given', () => {
    const opened = (passes: string, facts = {}) =>
      renderPostmortem(diagnosisOf(incident(passes)), facts, utc).split('\n')[2];

    expect(opened('++-+')).toBe('opened: "2026-03-01T10:03:00Z"');
    expect(opened('++')).toBe('opened:');
    expect(opened('++-+', { opened: '2026-03-01' })).toBe('opened: "2026-03-01"');
  });

  test('is the same bytes each time', () => {
    const render = () => renderPostmortem(diagnosisOf(incident('+-+-'), { observations: [told(2, 1)] }), {}, utc);

    expect(render()).toBe(render());
  });

  test('is bounded for a long window', () => {
    const letters = Array.from({ length: 400 }, (_, index) =>
      mesh([`db:198.51.${Math.floor(index / 200)}.${(index % 200) + 1}`]),
    );
    const markdown = renderPostmortem(diagnosisOf(passesOf(...letters)), {}, utc);

    expect(markdown.split('\n').length).toBeLessThan(600);
    expect(section(markdown, 'Which name moved in each pass')).toMatch(/\nand \d+ more entries\n/);
  });

  test('folds what repeats', () => {
    const markdown = renderPostmortem(diagnosisOf(incident(`+${'-+'.repeat(100)}`)), {}, utc);

    expect(section(markdown, 'Timeline')).toContain('198 passes, each as in pass 2 or 3');
  });

  test('tells the nodes that disagree', () => {
    const apart = { nodes: { ace: runs('db:192.0.2.81'), bob: runs('db:192.0.2.82') } };
    const markdown = renderPostmortem(diagnosisOf(passesOf(apart, apart)), {}, utc);

    expect(markdown).toContain('# Postmortem: no name moved, no container was replaced\n');
    expect(markdown).toContain('### Names on which nodes disagree after the last pass\n\n- **db**: 192.0.2.81 in ace');
    expect(section(markdown, 'What is not established, and what would establish it')).toContain(
      'Nothing is left open by what is recorded.',
    );
  });

  test('names no owner where there are several or none, and tells what is before it', () => {
    const moved = passesOf(mesh(['a:192.0.2.9', 'b:192.0.2.9']), mesh(['a:192.0.2.2', 'b:192.0.2.3']));
    const view = postmortemView(
      diagnose({ baseline: null, passes: () => moved }, { observations: [], controlPlane: [] }),
      {},
      utc,
    );

    expect(plain(view)).toContain('Postmortem: 2 names moved, 3 replacements\n');
    expect(plain(view)).toContain('Passes 1 to 2, with nothing before. Times are those of UTC.\n');
    expect(plain(postmortemView(diagnosisOf(moved), {}, utc))).toContain(
      'Pass 2, against pass 1 of 2026-03-01 10:01:00 UTC.',
    );
  });

  test('of no pass says so', () => {
    const none = diagnose({ baseline: null, passes: () => [] }, { observations: [], controlPlane: [] });

    expect(renderPostmortem(none, {}, utc)).toContain(
      '# Postmortem: no pass is recorded in this window\n\nno pass · UTC\n',
    );
  });
});

describe('whatever names, triggers and errors hold', () => {
  const structural = (markdown: string) => {
    const {
      heading_open,
      table_open,
      fence,
      html_block,
      html_inline,
      link_open,
      image,
      hr,
      blockquote_open,
      code_block,
    } = tokenCounts(markdown.replace(/^---[\s\S]*?\n---\n/, ''));
    return {
      heading_open,
      table_open,
      fence,
      html_block,
      html_inline,
      link_open,
      image,
      hr,
      blockquote_open,
      code_block,
    };
  };
  const texts = fc.tuple(hostileText, hostileText, hostileText);

  test('a postmortem has its headings, tables and code blocks, no HTML and no link', () => {
    fc.assert(
      fc.property(texts, (three) => {
        const diagnosis = hostileDiagnosis(three);
        const view = postmortemView(diagnosis, { store: three[0] }, utc);
        const of = (kind: string) => view.filter((block) => block.kind === kind).length;

        expect(structural(renderPostmortem(diagnosis, { store: three[0], opened: three[1] }, utc))).toEqual({
          heading_open: 13,
          table_open: of('table'),
          fence: of('code') + of('chart'),
        });
        expect(of('table')).toBe(diagnosis.loop === null ? 2 : 3);
        expect(of('chart')).toBe(1);
      }),
      { numRuns: 300 },
    );
  });

  test('an explanation as Markdown has its headings and tables, no HTML and no link', () => {
    fc.assert(
      fc.property(texts, (three) => {
        const diagnosis = hostileDiagnosis(three);
        const view = explainView(diagnosis, three.join(' '), utc);
        const of = (kind: string) => view.filter((block) => block.kind === kind).length;

        expect(structural(renderMarkdown(view))).toEqual({
          heading_open: 1 + of('heading'),
          ...(diagnosis.loop === null ? {} : { table_open: 1 }),
        });
      }),
      { numRuns: 200 },
    );
  });

  test('no terminal is moved, and every line of the Markdown is one', () => {
    fc.assert(
      fc.property(texts, (three) => {
        const diagnosis = hostileDiagnosis(three);
        const view = postmortemView(diagnosis, { store: three[0] }, utc);

        for (const text of [renderTerminal(view, { width: 80, colour: false }), renderMarkdown(view)])
          expect(text).toBe(text.split('\n').map(escapeControls).join('\n'));
      }),
      { numRuns: 100 },
    );
  });
});
