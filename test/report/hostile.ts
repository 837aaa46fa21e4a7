import fc from 'fast-check';
import MarkdownIt from 'markdown-it';
import { diagnose } from '../../src/diff/index.ts';
import type { Pass } from '../../src/roster/index.ts';
import { pass } from '../roster/builders.ts';

/** Reads Markdown as GitHub does, HTML and bare links included. */
const parser = new MarkdownIt({ html: true, linkify: true });
parser.linkify.set({ fuzzyLink: false, fuzzyEmail: true, fuzzyIP: false });

/** How many tokens of each kind a Markdown text has, those inside of lines included. */
export function tokenCounts(markdown: string): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const token of parser.parse(markdown, {}).flatMap((one) => [one, ...(one.children ?? [])]))
    counts[token.type] = (counts[token.type] ?? 0) + 1;
  return counts;
}

/** What a reader sees of a Markdown text: the texts and code of its lines, and its code blocks. */
export function shownText(markdown: string): string {
  return parser
    .parse(markdown, {})
    .flatMap((one) => (one.children ? one.children : [one]))
    .map(({ content }) => content)
    .join('');
}

const esc = String.fromCharCode(27);

/** Texts that read as Markdown, HTML, links, YAML or Mermaid where they are not escaped, and any others. */
export const hostileText = fc.oneof(
  fc.constantFrom(
    '|',
    'a | b',
    '\\|',
    '\\',
    '`',
    '```',
    '`` ` ``',
    '~~~',
    '*x*',
    '**',
    '_x_',
    '__init__',
    '[a](http://evil.example)',
    '[a]: http://evil.example',
    '![x](javascript:alert(1))',
    '<script>alert(1)</script>',
    '<!-- ',
    '<http://evil.example>',
    '&lt;b&gt;',
    '&amp;',
    '# h',
    '- x',
    '+ x',
    '1. x',
    '1) x',
    '> q',
    '===',
    '---',
    '***',
    '    code',
    '\ttab',
    '| a |\n| - |\n| b |',
    'x\n\n# h',
    '\r\n- x',
    'http://evil.example',
    'https://user@evil.example/`x`',
    'www.evil.example',
    'someone@evil.example',
    ':smile:',
    '"; }; bar [1]',
    '%%{init}%%',
    "'; rm -rf ~ #",
    '$(reboot)',
    '--help',
    'null',
    `${esc}[2J`,
    '\u202e',
    '\u2028',
    ' ',
  ),
  fc.string({ unit: 'binary', maxLength: 8 }),
  fc.string({ unit: fc.constantFrom(...'|`*_[]()<>&#-+=~\\!.:1 \n"\'') }),
);

/** Diagnosed passes whose nodes, modules, triggers, errors, spec paths and names hold these texts, in one fixed shape. */
export function hostileDiagnosis([a, b, c]: readonly [string, string, string]) {
  return diagnose(
    { baseline: null, passes: () => hostilePasses([a, b, c]) },
    { observations: [], controlPlane: [`*/s${c}`] },
  );
}

function hostilePasses([a, b, c]: readonly [string, string, string]): Pass[] {
  const store = `n${b}/s${c}`;
  const states = [1, 2, 1, 2, 1].map((last) => ({
    roster: [`x${name(a)}y:192.0.2.${last}`, `z${name(b)}z:192.0.2.9`],
    nodes: {
      [`n${a}`]: {
        containers: [
          { id: store, hosts: [`x${name(a)}y:192.0.2.${last}`], spec: { env: { [c]: last, [`q${a}`]: last } } },
        ],
      },
    },
  }));
  return states.map((state, index) =>
    pass({
      number: index + 1,
      controller: `c${c}`,
      key: `k${a}`,
      trigger: `t${b} ${c}`,
      state,
      outcomes: [{ node: `n${a}`, outcome: index % 2 === 0 ? 'planned' : 'failed', error: `e${b}${c}` }],
      problems: [{ code: 'invalid-name', node: a, container: b, name: c, text: `${a}${b}` }],
    }),
  );
}

/** A text as it can stand in the name of a host entry, whose separators it does not hold. */
function name(text: string): string {
  return text.replace(/[:=\s,]/gu, '');
}
