import { describe, expect, it } from 'vitest';
import { type Circumstances, readPass } from '../../src/formats/index.ts';
import { declarationOf, onlyOne } from './builders.ts';

const yaml = (text: string, circumstances: Circumstances = {}, format?: string) =>
  readPass(text, circumstances, format);
const reportOf = (text: string, circumstances: Circumstances = {}, format?: string) =>
  onlyOne(yaml(text, circumstances, format).draft.reports);
const declared = (text: string, circumstances: Circumstances = {}) => declarationOf(reportOf(text, circumstances));

describe('compose', () => {
  it('is known by its services, in YAML and in JSON', () => {
    const texts = [
      'services:\n  web: {image: "web:1"}\n',
      '# why\nversion: "3.9"\nx-common: {}\nservices:\n  web:\n    image: web:1\n',
      'services: {}\n',
      'services:\n',
      'include: [other.yaml]\n',
      '{"name": "mesh", "services": {"web": {"image": "web:1"}}}',
    ];

    expect(texts.map((text) => yaml(text).format)).toEqual(Array(6).fill('compose'));
  });

  it('is a lone declaration of the node that is named, or of this machine', () => {
    const text = 'services:\n  web: {image: "web:1"}\n  db: {image: "db:1"}\n';

    expect(yaml(text).draft).toMatchObject({ lone: true, roster: null, outcome: 'planned', problems: [] });
    expect(reportOf(text)).toMatchObject({ node: 'local', outcome: 'planned' });
    expect(reportOf(text, { node: 'novox' })).toMatchObject({ node: 'novox', outcome: 'planned' });
    expect(declared(text).containers?.map(({ id }) => id)).toEqual(['web', 'db']);
  });

  it('has the ids that engines give by label where it names its project', () => {
    const ids = (name: string) => declared(`name: ${name}\nservices:\n  web: {container_name: shown}\n`).containers;

    expect(['mesh', '""', `"\${PROJECT:-mesh}"`, 'null'].map((name) => ids(name)?.[0]?.id)).toEqual([
      'mesh/web/1',
      'web',
      'web',
      'web',
    ]);
  });

  it('keeps what it does not know, and what replaces no container', () => {
    const text = [
      'name: mesh',
      'version: "3.9"',
      'x-note: [1]',
      'networks: {default: {name: mesh_default}}',
      'services:',
      '  web: {image: "web:1", build: {extra_hosts: ["mirror.example:192.0.2.9"]}, scale: 2, x-team: edge}',
      '  db: {image: "db:1"}',
    ].join('\n');

    expect(declared(text).extra).toEqual({
      version: '3.9',
      'x-note': [1],
      networks: { default: { name: 'mesh_default' } },
      services: { web: { build: { extra_hosts: ['mirror.example:192.0.2.9'] }, scale: 2, 'x-team': 'edge' } },
    });
  });

  it.each(['services: {}\n', 'services:\n', '{"name": "mesh", "services": {}}'])(
    '%j has no service, which only a named format settles',
    (text) => {
      expect(reportOf(text)).toMatchObject({
        outcome: 'partial',
        missing: 'containers',
        error:
          'no services, which docker compose config prints too where no profile is active; --format compose says that none is meant',
      });
      expect(reportOf(text, {}, 'compose')).toMatchObject({ outcome: 'planned', declaration: { containers: [] } });
    },
  );

  it('does not follow "include" and "extends", and says what may be missing', () => {
    const including = 'include: [other.yaml]\nservices:\n  web: {image: "web:1"}\n';
    const extending = 'services:\n  web: {extends: {service: base}}\n  db: {image: "db:1"}\n';
    const both = `include: [other.yaml]\n${extending}`;
    const extendWords = '"extends" is not followed: what docker compose config prints has what is inherited';
    const includeWords = '"include" is not followed: what docker compose config prints has all services';

    expect([including, extending, both].map((text) => reportOf(text))).toMatchObject([
      { outcome: 'partial', missing: 'containers', error: includeWords },
      { outcome: 'partial', missing: 'names', error: extendWords },
      { outcome: 'partial', missing: 'names', error: `${extendWords}; ${includeWords}` },
    ]);
    expect(reportOf('include: []\nservices:\n  web: {image: "web:1", extends: null}\n').outcome).toBe('planned');
  });

  it('of a failed command may lack names', () => {
    const circumstances = { exitStatus: 1, standardError: 'no configuration file provided' };

    expect(reportOf('services:\n  web: {image: "web:1"}\n', circumstances)).toMatchObject({
      outcome: 'partial',
      missing: 'names',
      error: 'exit status 1: no configuration file provided',
    });
  });

  it('one service that is none leaves the others', () => {
    const { draft } = yaml('services:\n  web: later\n  db: {extra_hosts: 5}\n  gone:\n  mail: {image: "mail:1"}\n');

    expect(declarationOf(draft.reports[0]).containers?.map(({ id }) => id)).toEqual(['mail']);
    expect(draft.reports[0]).toMatchObject({
      outcome: 'partial',
      missing: 'containers',
      error: 'a service could not be read',
    });
    expect(draft.problems).toEqual([
      {
        code: 'malformed-container',
        node: 'local',
        container: 'web',
        text: 'services: expected an object, found a text of 5 characters',
      },
      {
        code: 'malformed-container',
        node: 'local',
        container: 'db',
        text: 'services: "extra_hosts": expected a list or a map, found 5',
      },
      {
        code: 'malformed-container',
        node: 'local',
        container: 'gone',
        text: 'services: expected an object, found null',
      },
    ]);
  });

  it.each([
    ['services: [web]\n', 'the compose file: "services": expected a map of services, found a list'],
    ['name: 5\nservices: {}\n', 'the compose file: "name": expected a text, found 5'],
    ['- services\n', 'the compose file: expected an object, found a list'],
    ['words\n', 'no compose: expected JSON or YAML, found one line of 5 characters without a blank'],
  ])('%j is none', (text, message) => {
    expect(() => yaml(text, {}, 'compose')).toThrow(message);
  });
});
