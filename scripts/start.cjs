#!/usr/bin/env node
// Starts the program with what V8 compiled of it when it was built. Another version of Node refuses that, and compiles anew.
const { readFileSync } = require('node:fs');
const { join } = require('node:path');
const { Script } = require('node:vm');

const filename = join(__dirname, 'program.cjs');

function findCompiled() {
  try {
    return readFileSync(join(__dirname, 'program.cache'));
  } catch {
    return undefined;
  }
}

// the bundle is plain ASCII
const source = readFileSync(filename, 'latin1');
const wrapped = `(function (exports, require, module, __filename, __dirname) { ${source}\n})`;
const script = new Script(wrapped, { filename, cachedData: findCompiled() });
// after that: V8 refuses what it compiled under other flags
if (process.argv.includes('watch')) require('./watch-memory.cjs');
script.runInThisContext()(exports, require, module, filename, __dirname);
module.exports = { script };
