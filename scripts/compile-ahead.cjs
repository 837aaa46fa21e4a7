// Runs the program in DIR on the incident, so that V8 compiles what a start needs, and writes that beside the program.
const { mkdtempSync, rmSync, writeFileSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join, resolve } = require('node:path');

const folder = resolve(process.argv[2]);
const stores = mkdtempSync(join(tmpdir(), 'roster-history-build-'));
const store = join(stores, 'incident.db');
const commands = [
  ['record', 'examples/incident/swallowed'],
  ['diff', '--tz', 'Europe/Berlin', '--since', '2026-09-29 22:40'],
  ['flaps'],
  ['log'],
];

// what it prints is of no interest here
process.stdout.write = () => true;
let start;
process.on('beforeExit', () => {
  const next = commands.shift();
  if (next) {
    process.argv = [process.execPath, join(folder, 'main.cjs'), '--store', store, ...next];
    delete require.cache[join(folder, 'main.cjs')];
    start = require(join(folder, 'main.cjs'));
    // the event comes again only if something was to do meanwhile
    setImmediate(() => {});
    return;
  }
  if (!start) return;
  writeFileSync(join(folder, 'program.cache'), start.script.createCachedData());
  rmSync(stores, { recursive: true, force: true });
  start = undefined;
});
