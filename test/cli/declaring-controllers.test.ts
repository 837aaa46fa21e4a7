import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { storedProgram } from './run.ts';

/** A program that recorded what a controller declared, and what an engine runs under a name of its own. */
async function declaredAndRunning() {
  const program = storedProgram();
  const write = (name: string, content: unknown) => {
    const path = join(program.folder, name);
    writeFileSync(path, JSON.stringify(content));
    return path;
  };
  const hosts = ['db.internal:192.0.2.2'];
  const declared = { controller: 'mesh', pass: '1', nodes: [{ node: 'novox', containers: [{ name: 'wiki', hosts }] }] };
  const running = [{ Id: '0'.repeat(64), Name: '/wiki', State: {}, Config: {}, HostConfig: { ExtraHosts: hosts } }];
  const inspected = write('running.json', running);
  await program.print('record', write('pass.json', declared));
  await program.print('record', '--controller', 'docker', '--node', 'novox', inspected);
  return { ...program, write, inspected };
}

test('a question is about what was declared, where the other controller is an engine', async () => {
  const program = await declaredAndRunning();

  expect(JSON.parse(await program.print('log', '--json')).passes).toMatchObject([{ pass: 1, key: '1' }]);
  expect(JSON.parse(await program.print('log', '--json', '--controller', 'docker')).passes).toMatchObject([
    { pass: 2 },
  ]);
});

test('a question names its controller where two declared something', async () => {
  const program = await declaredAndRunning();
  await program.print(
    'record',
    program.write('other.json', { controller: 'edge', roster: { 'a.internal': '192.0.2.1' } }),
  );

  expect((await program.run('log')).err).toBe(
    'roster-history: the store holds 3 controllers: "docker", "edge", "mesh"\nhint: --controller edge\n',
  );
});

test('a controller that gave a roster declared it, though what its nodes run came of an engine', async () => {
  const { inspected, ...program } = await declaredAndRunning();
  const edge = ['--controller', 'edge'];
  await program.print('record', ...edge, program.write('roster.json', { 'a.internal': '192.0.2.1' }));
  await program.print('record', ...edge, '--node', 'novox', inspected);

  expect((await program.run('log')).err).toContain('hint: --controller edge\n');
  expect((await program.run('log')).err).toContain('3 controllers');
});
