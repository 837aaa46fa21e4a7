import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { frontMatter } from '../../src/report/front-matter.ts';
import { hostileText } from './hostile.ts';

test('what is not known is left for a person to fill in', () => {
  expect(frontMatter(null)).toBe('---\nstatus: draft\nopened:\nlocated-in:\nfixed-by:\n---\n');
});

test('any value is one YAML string', () => {
  fc.assert(
    fc.property(hostileText, (text) => {
      const [, yaml, rest] = frontMatter(text).split(/^---$/mu);

      expect(parse(yaml as string)).toMatchObject({ status: 'draft', opened: expect.any(String), 'fixed-by': null });
      expect(rest).toBe('\n');
    }),
  );
});
