/** Inputs of the formats as a user meets them: recorded one after the other, and told by `diff`. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { storedProgram } from '../cli/run.ts';

interface ToldPass {
  readonly outcome: string;
  readonly outcomes: readonly { readonly outcome: string }[];
  readonly moves: readonly { readonly name: string; readonly kind: string; readonly after: readonly string[] }[];
  readonly replacements: {
    readonly created: number;
    readonly containers: readonly { readonly container: string; readonly causes: readonly string[] }[];
  };
}

/** What `diff` tells of each pass but the first: moves, replacements with their causes, and outcomes that are not "planned". */
async function toldOf(
  ...texts: readonly string[]
): Promise<{ moves: string[]; replaced: string[]; outcomes: string[] }[]> {
  const program = storedProgram();
  for (const text of texts) {
    const file = join(program.folder, 'input');
    writeFileSync(file, text);
    await program.run('record', file);
  }
  const answer = JSON.parse(await program.print('diff', '--since', '1h ago', '--json')) as { passes: ToldPass[] };
  return answer.passes.slice(1).map(({ moves, replacements, outcome, outcomes }) => ({
    moves: moves.map(({ kind, name, after }) => [kind, name, ...after].join(' ')),
    replaced: replacements.containers.map(({ container, causes }) => [container, ...causes].join(' ')),
    outcomes: [outcome, ...outcomes.map((one) => one.outcome)].filter((one) => one !== 'planned'),
  }));
}

const quiet = { moves: [], replaced: [], outcomes: [] };
const service = (...rows: readonly string[]) =>
  `services:\n  web:\n    image: web:1\n    extra_hosts:\n${rows.map((row) => `      - "${row}"\n`).join('')}`;

describe('recorded compose files', () => {
  it('that spell an address otherwise move no name', async () => {
    const told = await toldOf(
      service('db:2001:db8::5', 'cache:192.0.2.7'),
      service('db=[2001:DB8:0::0005]', 'cache= 192.0.2.7'),
      service('cache:192.0.2.7', 'db:2001:db8::5'),
      'services:\n  web: {image: "web:1", extra_hosts: {cache: 192.0.2.7, db: "2001:db8::6"}}\n',
    );

    expect(told).toEqual([
      { ...quiet, replaced: ['web spelling'] },
      { ...quiet, replaced: ['web order spelling'] },
      { ...quiet, moves: ['moved db 2001:db8::6'], replaced: ['web roster'] },
    ]);
  });

  it('of which only the build changes replace nothing', async () => {
    const built = (host: string) => `${service('db:192.0.2.1')}    build: {extra_hosts: ["${host}:192.0.2.9"]}\n`;

    expect(await toldOf(built('mirror'), built('other'), service('db:192.0.2.1'))).toEqual([quiet, quiet]);
  });

  it('whose anchor moves a name replace those that inherit it', async () => {
    const anchored = (address: string) =>
      `x-hosts: &hosts {extra_hosts: ["db:${address}"]}\nservices:\n  in: {<<: *hosts}\n  out: {<<: *hosts, extra_hosts: !reset []}\n`;

    expect(await toldOf(anchored('192.0.2.1'), anchored('192.0.2.2'))).toEqual([
      { ...quiet, moves: ['moved db 192.0.2.2'], replaced: ['in roster'] },
    ]);
  });

  it('in which a variable is not filled in lose no name', async () => {
    const told = await toldOf(
      service('db:192.0.2.1', 'a:192.0.2.3'),
      service('db=', 'a:192.0.2.3'),
      service(`db:\${DB}`, 'a:192.0.2.4'),
    );

    expect(told).toEqual([
      { ...quiet, outcomes: ['partial'] },
      { moves: ['moved a 192.0.2.4'], replaced: ['web roster'], outcomes: ['partial'] },
    ]);
  });

  it('that append an address and take it back move the name twice', async () => {
    const one = service('db:192.0.2.1');

    const told = await toldOf(one, service('db:192.0.2.2', 'db:192.0.2.1'), one);

    expect(told.map(({ moves }) => moves)).toEqual([['moved db 192.0.2.2 192.0.2.1'], ['moved db 192.0.2.1']]);
  });

  it('without a service, or with an include, remove nothing', async () => {
    const told = await toldOf(
      service('db:192.0.2.1'),
      'services: {}\n',
      'include: [web.yaml]\n',
      service('db:192.0.2.1'),
    );

    expect(told).toEqual([{ ...quiet, outcomes: ['partial'] }, { ...quiet, outcomes: ['partial'] }, quiet]);
  });
});

describe('recorded rosters', () => {
  it('keyed by address and then as pairs show the names that were hidden', async () => {
    const told = await toldOf(
      '{"192.0.2.1": "a", "192.0.2.2": "b"}',
      '[["192.0.2.1", "a"], ["192.0.2.2", "c"], ["192.0.2.2", "b"]]',
      '- [192.0.2.2, b]\n- [192.0.2.1, a]\n- [192.0.2.2, c]\n',
      '- [192.0.2.2, b]\n- [192.0.2.1, a]\n',
    );

    expect(told.map(({ moves }) => moves)).toEqual([['added c 192.0.2.2'], [], ['removed c']]);
  });

  it('between which an error answer and an empty list come lose nothing', async () => {
    const pairs = '[["192.0.2.1", "a"], ["192.0.2.2", "b"]]';

    const told = await toldOf(pairs, '{"result": "error", "error": {"code": "not_authorized"}}', '[]', pairs);

    expect(told.map(({ moves, outcomes }) => [moves, outcomes])).toEqual([
      [[], ['unreadable']],
      [[], ['partial']],
      [[], []],
    ]);
  });
});
