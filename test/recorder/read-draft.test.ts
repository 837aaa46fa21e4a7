import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { UnreadableInput } from '../../src/formats/index.ts';
import { type History, openForReading } from '../../src/history/index.ts';
import { type InputText, readDraft } from '../../src/recorder/index.ts';
import type { Container, PassDraft } from '../../src/roster/index.ts';
import { recorderAtWork } from '../support/temporary-inputs.ts';

const secret = 'kite-Marble-73';
const web = {
  module: 'mesh',
  name: 'web',
  hosts: ['db.internal:192.0.2.2', 'git.internal:192.0.2.3'],
  image: 'web:1',
  env: { DATABASE_URL: `postgres://app:${secret}@db.internal/app`, PASSWORD: secret },
};
const document = { controller: 'mesh', pass: '1', nodes: [{ node: 'ace', containers: [web] }] };

/** A recorded pass, and its history as it is read. */
function recorded(): { history: History; folder: string } {
  const { file, folder, write, record } = recorderAtWork();
  record(write('pass.json', document));
  const history = openForReading(file);
  onTestFinished(() => history.close());
  return { history, folder };
}

function input(value: unknown, parts: Partial<InputText> = {}): InputText {
  return { label: 'next.json', text: typeof value === 'string' ? value : JSON.stringify(value), error: null, ...parts };
}

function containersOf(draft: PassDraft): readonly Container[] {
  return draft.reports.flatMap((report) => ('declaration' in report ? (report.declaration.containers ?? []) : []));
}

function fault(history: History, one: InputText): UnreadableInput {
  try {
    readDraft(history, one);
  } catch (thrown) {
    if (thrown instanceof UnreadableInput) return thrown;
    throw thrown;
  }
  throw new Error('nothing was thrown');
}

describe('a draft that is read', () => {
  test('equals what is recorded where the same secret stands in it, and does not hold it', () => {
    const { history } = recorded();
    const [pass] = [...history.passes('mesh', 1, 1)];
    const before = pass?.state.nodes.get('ace')?.containers.get('mesh/web');

    const [same, other] = [web, { ...web, env: { ...web.env, PASSWORD: 'another-one' } }].map(
      (one) => containersOf(readDraft(history, input({ ...document, nodes: [{ node: 'ace', containers: [one] }] })))[0],
    );

    expect(same?.spec.digest).toBe(before?.spec.digest);
    expect(same?.hosts.digest).toBe(before?.hosts.digest);
    expect(other?.spec.digest).not.toBe(before?.spec.digest);
    expect(JSON.stringify(same?.spec.value)).not.toContain(secret);
  });

  test('has the names that its containers bind, found before secrets are hidden', () => {
    const { history } = recorded();

    expect(containersOf(readDraft(history, input(document)))[0]?.spec.binds).toEqual({
      told: true,
      names: new Set(['db.internal']),
    });
  });

  test('may be a lone declaration of a node that is given beside it', () => {
    const { history } = recorded();

    const draft = readDraft(
      history,
      input({ containers: [web] }, { circumstances: { node: 'ace', controller: 'mesh' } }),
    );

    expect([draft.controller, draft.reports.map(({ node }) => node), draft.lone]).toEqual(['mesh', ['ace'], true]);
  });

  test('has a node that failed, and one of which no containers are told', () => {
    const { history } = recorded();
    const nodes = [
      { node: 'g14', outcome: 'failed', error: 'plan: store unreachable' },
      { node: 'ace', address: '192.0.2.4' },
    ];

    const { reports } = readDraft(history, input({ ...document, nodes }));

    expect(reports).toMatchObject([
      { node: 'g14', outcome: 'failed', error: 'plan: store unreachable' },
      { node: 'ace', outcome: 'planned', declaration: { address: '192.0.2.4', containers: null } },
    ]);
  });

  test('leaves the folder of the store as it was', () => {
    const { history, folder } = recorded();
    const look = () =>
      readdirSync(folder)
        .filter((name) => name !== 'inputs')
        .map((name) => [name, readFileSync(join(folder, name)).toString('base64')]);
    const before = look();

    readDraft(history, input({ ...document, pass: '2', nodes: [{ node: 'kite', containers: [web] }] }));

    expect(look()).toEqual(before);
    expect([...history.passes('mesh', 1, 9)]).toHaveLength(1);
  });
});

describe('what cannot be read', () => {
  test('says why, without a secret that stands in it', () => {
    const { history } = recorded();

    const { message } = fault(history, input(`{"nodes": [{"node": "ace", "env": {"PASSWORD": "${secret}" "x"}}]}`));

    expect(message).not.toContain(secret);
    expect(message).not.toBe('');
  });

  test('may be a file that was not there', () => {
    const { history } = recorded();

    expect(fault(history, input('', { text: null, error: 'no such file' })).message).toBe('no such file');
    expect(fault(history, input('', { text: null })).message).toBe('nothing to read');
  });

  test('may be what a host told', () => {
    const { history } = recorded();

    expect(fault(history, input('2026-03-01T10:00:00Z ace web replaced', { format: 'host-log' })).message).toBe(
      'what a host or an engine told, expected a pass or a declaration',
    );
  });

  test('may be nested too deeply', () => {
    const { history } = recorded();
    const depth = 100_000;

    const { message } = fault(history, input(`{"nodes":${'['.repeat(depth)}${']'.repeat(depth)}}`));

    expect(message).toMatch(/nest/);
  });

  test('comes with a hint', () => {
    const { history } = recorded();

    expect(fault(history, input({ name: 'x' })).hint).toBe('name it with --format if you know better');
  });
});
