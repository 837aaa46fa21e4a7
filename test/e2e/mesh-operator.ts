import { spawn } from 'node:child_process';
import { resolve } from 'node:path';

const program = resolve(import.meta.dirname, '../../dist/main.cjs');

/** Someone who runs the built program on one store, and expects it to end with 0. */
export interface Operator {
  run(args: readonly string[], input?: string): Promise<string>;
  /** Asks for JSON, once: what was answered is answered again, since nothing is recorded any more. */
  ask<T>(args: readonly string[]): Promise<T>;
}

/** An operator whose store and home are under a folder, in UTC. */
export function operatorAt(folder: string, store: string): Operator {
  const run = (args: readonly string[], input = '') => runProgram([...args, '--store', store], folder, input);
  const answers = new Map<string, Promise<string>>();
  const ask = async <T>(args: readonly string[]) => {
    const question = JSON.stringify(args);
    const answer = answers.get(question) ?? run([...args, '--json']);
    answers.set(question, answer);
    return JSON.parse(await answer) as T;
  };
  return { run, ask };
}

function runProgram(args: readonly string[], home: string, input: string): Promise<string> {
  return new Promise((done, fail) => {
    const env = { PATH: process.env.PATH, HOME: home, TZ: 'UTC' };
    const child = spawn(process.execPath, [program, ...args], { env });
    const [out, err]: [Buffer[], Buffer[]] = [[], []];
    child.stdout.on('data', (part: Buffer) => out.push(part));
    child.stderr.on('data', (part: Buffer) => err.push(part));
    child.on('error', fail);
    child.on('close', (code) => {
      if (code === 0) done(Buffer.concat(out).toString());
      else fail(new Error(`roster-history ${args.join(' ')}: exit ${code}\n${Buffer.concat([...err, ...out])}`));
    });
    // A program that ends before it has read everything tells why on stderr; the broken pipe is no news.
    child.stdin.on('error', () => {});
    child.stdin.end(input);
  });
}
