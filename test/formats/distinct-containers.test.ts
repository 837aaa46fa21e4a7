import { describe, expect, it } from 'vitest';
import { distinctContainers } from '../../src/formats/distinct-containers.ts';
import type { Problem } from '../../src/roster/index.ts';
import { container } from '../roster/builders.ts';

describe('distinctContainers', () => {
  it('a repeated id is counted on, past the ids that are taken', () => {
    const problems: Problem[] = [];

    const ids = distinctContainers(
      ['web', 'web', 'web#3', 'web', 'api'].map((id) => container({ id })),
      'novox',
      problems,
    ).map(({ id }) => id);

    expect(ids).toEqual(['web', 'web#2', 'web#3', 'web#4', 'api']);
    expect(problems).toEqual([
      { code: 'repeated-container', node: 'novox', container: 'web' },
      { code: 'repeated-container', node: 'novox', container: 'web' },
    ]);
  });
});
