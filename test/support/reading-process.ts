/** A reader for tests: says as JSON what sources the paths that it is given hold. */
import { readSource } from '../../src/recorder/source-file.ts';

const sources = process.argv.slice(2).flatMap((path) => [...readSource(path)]);
process.stdout.write(`${JSON.stringify(sources)}\n`);
