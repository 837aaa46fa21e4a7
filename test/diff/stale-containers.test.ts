import { describe, expect, test } from 'vitest';
import { matchContainers } from '../../src/diff/index.ts';
import { container } from '../roster/builders.ts';

/** Matches containers with these ids; gives the pairs as `declared ← running`. */
function match(declared: readonly string[], running: readonly string[]) {
  const found = matchContainers(
    declared.map((id) => container({ id })),
    running.map((id) => container({ id })),
  );
  return {
    pairs: found.pairs.map((pair) => `${pair.declared.id} ← ${pair.running.id}`),
    notDeclared: found.notDeclared.map(({ id }) => id),
    notRunning: found.notRunning.map(({ id }) => id),
  };
}

describe('running containers and declared ones', () => {
  test('are matched by their ids', () => {
    expect(match(['mesh/api/1', 'mesh/api/2', 'edge'], ['edge', 'mesh/api/2', 'mail'])).toEqual({
      pairs: ['edge ← edge', 'mesh/api/2 ← mesh/api/2'],
      notDeclared: ['mail'],
      notRunning: ['mesh/api/1'],
    });
  });

  test('are matched by bare names, since an engine knows no modules', () => {
    expect(match(['mesh-store/postgres.server', 'gitea/gitea.server'], ['gitea.server', 'postgres.server'])).toEqual({
      pairs: ['gitea/gitea.server ← gitea.server', 'mesh-store/postgres.server ← postgres.server'],
      notDeclared: [],
      notRunning: [],
    });
  });

  test('are matched by the service of a compose file that does not name its project', () => {
    expect(match(['api'], ['mesh/api/1']).pairs).toEqual(['api ← mesh/api/1']);
  });

  test('are not matched by a bare name that two of them have', () => {
    expect(match(['a/web', 'b/web'], ['web'])).toEqual({
      pairs: [],
      notDeclared: ['web'],
      notRunning: ['a/web', 'b/web'],
    });
    expect(match(['api'], ['mesh/api/1', 'mesh/api/2']).pairs).toEqual([]);
  });

  test('an id counts more than a bare name', () => {
    expect(match(['web', 'a/web'], ['a/web', 'b/web']).pairs).toEqual(['a/web ← a/web', 'web ← b/web']);
  });
});
