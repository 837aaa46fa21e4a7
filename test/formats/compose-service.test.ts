import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { readPass } from '../../src/formats/index.ts';
import type { Container, JsonObject } from '../../src/roster/index.ts';
import { namesOf } from '../../src/roster/index.ts';
import { declarationOf, onlyOne } from './builders.ts';

const draftOf = (service: string) => readPass(`services:\n  web:\n${service.replace(/^/gm, '    ')}\n`).draft;
const containerOf = (service: string): Container =>
  onlyOne(declarationOf(draftOf(service).reports[0]).containers ?? []);
const namesIn = (service: string) => Object.fromEntries(namesOf(containerOf(service).hosts));
const listed = (...rows: string[]) => `extra_hosts:\n${rows.map((row) => `  - ${row}`).join('\n')}`;

describe('the host entries of a service', () => {
  it.each([
    ['a list with colons', listed('db:2001:db8::5', 'cache:192.0.2.7', 'gw:host-gateway')],
    ['a list with equals signs', listed('db=2001:db8::5', '"cache=192.0.2.7"', 'gw=host-gateway')],
    ['a list with brackets', listed('"db:[2001:db8::5]"', 'cache=[192.0.2.7]', 'gw=host-gateway')],
    ['a map', 'extra_hosts:\n  db: 2001:db8::5\n  cache: 192.0.2.7\n  gw: host-gateway'],
    ['a map of lists', 'extra_hosts: {db: ["2001:DB8::0005"], cache: [192.0.2.7], gw: [host-gateway]}'],
  ])('of %s are the same', (_, service) => {
    expect(namesIn(service)).toEqual({ db: ['2001:db8::5'], cache: ['192.0.2.7'], gw: ['host-gateway'] });
    expect(draftOf(service).problems).toEqual([]);
  });

  it('are none where there are none', () => {
    expect(['image: web:1', 'extra_hosts:', 'extra_hosts: []', 'extra_hosts: {}'].map(namesIn)).toEqual([
      {},
      {},
      {},
      {},
    ]);
  });

  it('of a name that stands again are all of its addresses', () => {
    expect(namesIn(listed('db:192.0.2.1', 'db:192.0.2.2'))).toEqual({ db: ['192.0.2.1', '192.0.2.2'] });
    expect(namesIn('extra_hosts: {db: [192.0.2.1, 192.0.2.2]}')).toEqual({ db: ['192.0.2.1', '192.0.2.2'] });
  });

  it('with a blank before the address keep it as a problem, in quotes or not', () => {
    const service = listed('"db: 192.0.2.1"', 'cache: 192.0.2.2');

    expect(namesIn(service)).toEqual({ db: ['192.0.2.1'], cache: ['192.0.2.2'] });
    expect(draftOf(service).problems).toEqual([
      { code: 'blank-before-address', node: 'local', name: 'db', text: 'db: 192.0.2.1' },
      { code: 'blank-before-address', node: 'local', name: 'cache', text: 'cache: 192.0.2.2' },
    ]);
  });

  it('are no variable, nor its default', () => {
    const service = listed(`"db:\${DB_IP}"`, `"cache=\${CACHE_IP:-192.0.2.9}"`, 'gw:$GW', '"odd:$$x"');

    expect(namesIn(service)).toEqual({ db: [], cache: [], gw: [], odd: ['$$x'] });
    expect(draftOf(service).problems.map(({ code, name }) => `${code} ${name}`)).toEqual([
      'unset-variable db',
      'unset-variable cache',
      'unset-variable gw',
      'invalid-address odd',
    ]);
    expect(draftOf(service).reports[0]).toMatchObject({ outcome: 'partial', missing: 'addresses' });
  });

  it('whose names are variables may be of any name', () => {
    const service = listed(
      `"\${ENTRY}"`,
      `"\${NAME:-db}:192.0.2.1"`,
      '"$NAME=192.0.2.2"',
      'cache:192.0.2.3',
      '"$$a:192.0.2.4"',
    );

    expect(namesIn(service)).toEqual({ cache: ['192.0.2.3'], $$a: ['192.0.2.4'] });
    expect(draftOf(service).problems.map(({ code, text }) => `${code} ${text}`)).toEqual([
      `unset-variable \${ENTRY}`,
      `unset-variable \${NAME:-db}:192.0.2.1`,
      'unset-variable $NAME=192.0.2.2',
      'invalid-name $$a:192.0.2.4',
    ]);
    expect(draftOf(service).reports[0]).toMatchObject({
      outcome: 'partial',
      missing: 'names',
      error: 'a name is a variable that was not filled in',
    });
  });

  it('without an address, as an unset variable is printed, leave the last one standing', () => {
    expect(draftOf(listed('db=', '"cache:"')).problems.map(({ code, name }) => `${code} ${name}`)).toEqual([
      'no-address db',
      'no-address cache',
    ]);
  });

  it('that are no entries are a problem each', () => {
    const service = listed(
      'db',
      '5',
      '[db, 192.0.2.1]',
      '{db: {a: 1}}',
      '{a: 192.0.2.1, b: 192.0.2.2}',
      'ok:192.0.2.1',
    );

    expect(namesIn(service)).toEqual({ ok: ['192.0.2.1'] });
    expect(draftOf(service).problems.map(({ code }) => code)).toEqual(Array(5).fill('malformed-entry'));
  });

  it('of a merge key are those of the anchor, and a list of its own takes their place', () => {
    const text = [
      'x-common: &common {image: "web:1", extra_hosts: ["base:192.0.2.1"]}',
      'services:',
      '  inherits: {<<: *common}',
      '  owns: {<<: *common, extra_hosts: ["own:192.0.2.2"]}',
      '  cleared: {<<: *common, extra_hosts: !reset []}',
      '  tagged: {<<: *common, extra_hosts: !override ["base:192.0.2.3"]}',
    ].join('\n');

    const { containers } = declarationOf(readPass(text).draft.reports[0]);

    expect(containers?.map(({ id, hosts }) => [id, hosts.entries.map((entry) => entry.text)])).toEqual([
      ['inherits', ['base:192.0.2.1']],
      ['owns', ['own:192.0.2.2']],
      ['cleared', []],
      ['tagged', ['base:192.0.2.3']],
    ]);
  });

  it('come to the same names from a list and from a map', () => {
    const name = fc.stringMatching(/^[a-z][a-z0-9.-]{0,8}$/);
    const address = fc.oneof(fc.ipV4(), fc.ipV6(), fc.constant('host-gateway'), fc.constant(''));
    const group = fc.tuple(name, fc.array(address, { minLength: 1, maxLength: 3 }));

    fc.assert(
      fc.property(
        fc.uniqueArray(group, { selector: ([key]) => key }),
        fc.constantFrom(':', '='),
        (groups, separator) => {
          const list = groups.flatMap(([key, addresses]) => addresses.map((one) => `${key}${separator}${one}`));
          const map = Object.fromEntries(groups);
          const [one, other] = [list, map].map((extra_hosts) => namesIn(stringify({ extra_hosts })));
          expect(one).toEqual(other);
        },
      ),
    );
  });
});

describe('the spec of a service', () => {
  const specOf = (keys: JsonObject) => containerOf(stringify(keys)).spec.value;

  it('is all that compose compares', () => {
    expect(
      specOf({
        image: 'web:1',
        container_name: 'shown',
        environment: { LEVEL: 'info' },
        networks: { edge: null },
        extra_hosts: ['db:192.0.2.1'],
        build: '.',
        depends_on: ['db'],
        profiles: ['debug'],
        pull_policy: 'always',
        scale: 2,
        'x-team': 'edge',
        deploy: { replicas: 3, resources: { limits: { memory: '1g' } } },
      }),
    ).toEqual({
      image: 'web:1',
      container_name: 'shown',
      environment: { LEVEL: 'info' },
      networks: { edge: null },
      deploy: { resources: { limits: { memory: '1g' } } },
    });
  });

  it('is the same as written and as docker compose config prints it', () => {
    const printed = {
      command: null,
      entrypoint: null,
      image: 'web:1',
      networks: { default: null },
      deploy: { replicas: 1 },
    };

    expect(specOf(printed)).toEqual(specOf({ image: 'web:1' }));
  });
});
