import { describe, expect, it } from 'vitest';
import { readPass, type UnreadableInput } from '../../src/formats/index.ts';
import { engineId } from './builders.ts';

const docker = { ID: '4f5776a21909', Image: 'web:1', Labels: 'a=b', Names: 'web', State: 'running' };
const podman = { Id: engineId('4f'), Image: 'web:1', IsInfra: false, Names: ['web'], State: 'running' };
const api = { Id: engineId('4f'), Names: ['/web'], Image: 'web:1', HostConfig: { NetworkMode: 'bridge' } };

function faultOf(text: string, format?: string): UnreadableInput {
  try {
    readPass(text, {}, format);
  } catch (error) {
    return error as UnreadableInput;
  }
  throw new Error('it was read');
}

describe('a list of containers instead of what inspect prints', () => {
  it.each([
    ["docker's table", 'CONTAINER ID   IMAGE   COMMAND   NAMES\n4f5776a21909   web:1   "sh"   web\n'],
    ["podman's table", 'CONTAINER ID  IMAGE  COMMAND  NAMES\n'],
    ["docker's JSON, of one container", JSON.stringify(docker)],
    ["docker's JSON, an object a line", `${JSON.stringify(docker)}\n${JSON.stringify(docker)}\n`],
    ["podman's JSON", JSON.stringify([podman, podman], null, 2)],
    ["the API's JSON", JSON.stringify([api])],
  ])('is refused with the command that prints that: %s', (_, text) => {
    for (const format of [undefined, 'docker-inspect']) {
      expect(faultOf(text, format)).toMatchObject({
        message:
          'a list of containers, as docker ps or podman ps prints it, holds no host entries: expected what inspect prints',
        hint: 'docker inspect $(docker ps --all --quiet), or the same with podman',
      });
    }
  });

  it('is not what other lines of JSON are', () => {
    expect(faultOf('{"ID":"x","Names":1}\n{"a":1}\n').message).toMatch(/^not valid JSON/);
    expect(faultOf('{"Names":\n{"a":1}\n').message).toMatch(/JSON/);
  });
});
