import type { Gap, WhatIf } from '../diff/index.ts';
import { gapLines } from './doubt-lines.ts';
import type { TimeWriter } from './times.ts';
import { type Block, line, span, type View } from './view.ts';
import { whatIfBlocks } from './what-if-blocks.ts';
import { count } from './words.ts';

/** What `whatif` is asked with, besides what came of it. */
export interface AskedWhatIf {
  /** The window in words. */
  readonly words: string;
  readonly gaps: readonly Gap[];
  readonly controlPlane: readonly string[];
}

/** What `whatif` answers. */
export function whatIfView(asked: WhatIf, { words, gaps, controlPlane }: AskedWhatIf, times: TimeWriter): View {
  const sizes = `${count(asked.passes, 'pass', 'passes')}, ${count(asked.containers, 'container')}`;
  return [
    { kind: 'title', line: line(span(words, 'strong'), ` · ${sizes}`, span(` · ${times.zone}`, 'muted')) },
    ...whatIfBlocks(asked, controlPlane, times),
    ...(gaps.length === 0
      ? []
      : [
          {
            kind: 'entry',
            head: line(
              span(count(gaps.length, 'gap'), 'moved'),
              ' in what is recorded: what happened there is in no figure',
            ),
            lines: gapLines(gaps, times),
          } as Block,
        ]),
  ];
}
