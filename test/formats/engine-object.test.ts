import { describe, expect, it } from 'vitest';
import { containerIdOf, engineIdOf, isTemporary, nameOf } from '../../src/formats/engine-object.ts';
import { composeLabels, engineId, inspected } from './builders.ts';

const named = (Name: string, Labels: Record<string, string> = {}) => inspected({ Name, Config: { Labels } });

const task = (service: string, name: string, stack?: string): Record<string, string> => ({
  'com.docker.swarm.service.name': service,
  'com.docker.swarm.task.name': name,
  ...(stack === undefined ? {} : { 'com.docker.stack.namespace': stack }),
});

describe('containerIdOf', () => {
  it.each([
    ['mesh/web/1', named('/mesh-web-1', composeLabels('web'))],
    ['mesh/web/2', named('/other', composeLabels('web', { 'container-number': '2' }))],
    ['web', named('/web')],
    ['web', named('web')],
    ['web', named('/web', { 'com.docker.compose.project': 'mesh' })],
    ['mesh-web-run-1a2b', named('/mesh-web-run-1a2b', composeLabels('web', { oneoff: 'True' }))],
    ['mesh-web-1', named('/3f2a9c1b7d04_mesh-web-1')],
    ['mesh/web/1', named('/3f2a9c1b7d04_mesh-web-1', composeLabels('web'))],
    ['3f2a9c1b7d0_web', named('/3f2a9c1b7d0_web')],
    [engineId('1'), named('')],
    ['mesh/api/1', named('/mesh_api.1.k2v9', task('mesh_api', 'mesh_api.1.k2v9', 'mesh'))],
    ['api/1', named('/api.1.k2v9', task('api', 'api.1.k2v9'))],
    ['agent/n0d3', named('/agent.n0d3.k2v9', task('agent', 'agent.n0d3.k2v9'))],
    ['web', named('/web', task('api', 'other.1.k2v9'))],
  ])('is %s', (id, object) => {
    expect(containerIdOf(object)).toBe(id);
  });

  it('is that of the first of a service where a number is not given', () => {
    const labels = { 'com.docker.compose.project': 'mesh', 'com.docker.compose.service': 'web' };

    expect(containerIdOf(named('/x', labels))).toBe('mesh/web/1');
  });

  it('is the name where there are no labels', () => {
    expect(containerIdOf({ Id: engineId('1'), Name: '/web', HostConfig: {}, Config: { Labels: null } })).toBe('web');
  });
});

describe('isTemporary', () => {
  it('twelve hex digits and an underscore before a name make it temporary', () => {
    const names = [
      '/3f2a9c1b7d04_mesh-web-1',
      '3f2a9c1b7d04_web',
      '/mesh-web-1',
      '/3F2A9C1B7D04_web',
      '/a3f2a9c1b7d04_web',
    ];

    expect(names.map((name) => isTemporary(named(name)))).toEqual([true, true, false, false, false]);
  });
});

describe('engineIdOf and nameOf', () => {
  it('an id may stand under "ID", and is the name where there is none', () => {
    const object = { ID: engineId('7'), Name: null, HostConfig: {} };

    expect([engineIdOf(object), nameOf(object)]).toEqual([engineId('7'), engineId('7')]);
  });
});
