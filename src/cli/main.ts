#!/usr/bin/env node
import { homedir } from 'node:os';
import { supportsColor } from 'chalk';
import { runProgram } from './program.ts';

// a reader that has seen enough, such as head, is no fault
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(0);
});

process.exitCode = await runProgram(process.argv.slice(2), {
  write: (text) => process.stdout.write(text),
  writeError: (text) => process.stderr.write(text),
  now: Date.now,
  env: process.env,
  isRoot: process.getuid?.() === 0,
  home: homedir(),
  width: process.stdout.isTTY ? process.stdout.columns : null,
  colour: supportsColor !== false,
});
