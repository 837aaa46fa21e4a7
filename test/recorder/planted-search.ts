import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inflateRawSync } from 'node:zlib';
import BetterSqlite3 from 'better-sqlite3';
import { openForReading } from '../../src/history/index.ts';
import { storedProgram } from '../cli/run.ts';
import { bareSecrets, type Core, findPlanted, tellingTexts } from './planted-secrets.ts';
import type { Place } from './planting-place.ts';
import { places } from './planting-places.ts';

const telling = Object.values(tellingTexts);
const bare = Object.values(bareSecrets);

/** How many passes of each format are shown one by one. */
const shownPasses = 4;

/** What every command that reads prints, of the texts that are read by people and of the JSON that programs read. */
const commands: readonly (readonly string[])[] = [
  ['log'],
  ['diff', '--since', '2026-01-01'],
  ['diff', '--text', '--since', '2026-01-01'],
  ['diff', '1', 'latest'],
  ['name', 'a.internal'],
  ['flaps', '--since', '2026-01-01'],
  ['report', '--since', '2026-01-01'],
  ['explain', '--since', '2026-01-01'],
  ['verify'],
  ['export'],
];

/** The texts that stand in a place: every secret by itself where the place tells it, and every one that tells itself. */
export function textsOf({ secretByItself }: Place, turn: number): string[] {
  const made = secretByItself ? [...telling, ...bare] : telling;
  return made.map((make, number) => make({ number, turn } satisfies Core));
}

interface Planted {
  readonly program: ReturnType<typeof storedProgram>;
  readonly recorded: string;
}

/** Records each place of a format with each secret in it, and then with another value of each. */
async function plant(format: string): Promise<Planted> {
  const program = storedProgram();
  const inputs = [0, 1].map((turn) => join(program.folder, 'inputs', String(turn))) as [string, string];
  for (const folder of inputs) mkdirSync(folder, { recursive: true });
  let pass = 0;
  for (const place of places.filter((one) => one.format === format)) {
    for (const turn of place.single ? [0] : [0, 1]) {
      const texts = textsOf(place, turn);
      for (const group of place.single ? texts.map((text) => [text]) : [texts]) {
        pass += 1;
        const name = `${place.place.replaceAll(' ', '-')}-${place.single ? pass : turn}`;
        const file = join(inputs[turn] as string, name);
        const content = place.input(group, pass);
        writeFileSync(`${file}.json`, typeof content === 'string' ? content : JSON.stringify(content));
        if (place.standardError) {
          writeFileSync(`${file}.status`, '1');
          writeFileSync(`${file}.stderr`, place.standardError(group));
        }
      }
    }
  }
  const said = [await program.run('record', inputs[0]), await program.run('record', inputs[1], '--json')];
  return { program, recorded: said.map(({ out, err }) => out + err).join('\n') };
}

/** All bytes of the store and of what lies beside it but the key, with the contents that are deflated inflated too. */
function storedText({ folder, store }: ReturnType<typeof storedProgram>): string {
  const files = readdirSync(folder).filter((name) => name !== 'inputs' && name !== 'history.db.key');
  const raw = files.map((name) => readFileSync(join(folder, name), 'latin1'));
  const database = new BetterSqlite3(store, { readonly: true });
  const contents = database.prepare('SELECT encoding, bytes FROM contents').all() as {
    encoding: string;
    bytes: Buffer;
  }[];
  database.close();
  return [
    ...raw,
    ...contents.map(({ encoding, bytes }) => (encoding === 'deflate' ? inflateRawSync(bytes) : bytes).toString('utf8')),
  ].join('\n');
}

/** The places of a format in which another value of a secret did not show as a change of a spec. */
function unchangedPlaces({ store }: ReturnType<typeof storedProgram>, format: string, passes: number): string[] {
  const reader = openForReading(store);
  const specs = new Map<string, Map<string, string>>();
  for (const { source, state } of reader.passes('default', 1, passes)) {
    const containers = [...state.nodes.values()].flatMap((node) => [...node.containers]);
    specs.set(source ?? '', new Map(containers.map(([id, { spec }]) => [id, spec.digest])));
  }
  reader.close();
  return places
    .filter((place) => place.format === format && place.changesSpec)
    .filter(({ place }) => {
      const [before, after] = [0, 1].map((turn) => specs.get(`${place.replaceAll(' ', '-')}-${turn}.json`));
      return !before || !after || [...after].some(([id, digest]) => digest === before.get(id));
    })
    .map(({ place }) => place);
}

/** What became of every secret in every place of a format. */
export interface Searched {
  /** Where a secret was found: in the store, or in what a command printed. */
  readonly found: readonly string[];
  /** The places in which another value of a secret did not show. */
  readonly unchanged: readonly string[];
}

/** Records every secret in every place of a format, and searches the store and what every command prints. */
export async function searchFormat(format: string): Promise<Searched> {
  const { program, recorded } = await plant(format);
  const reader = openForReading(program.store);
  const passes = reader.controllers().length === 0 ? 0 : (reader.findLatest('default') ?? 0);
  reader.close();
  const step = Math.ceil(passes / shownPasses);
  const shown = Array.from({ length: passes && shownPasses }, (_, index) => {
    return ['show', String(Math.min(passes, index * step + 1))];
  });
  const found = new Set([recorded, storedText(program)].flatMap(findPlanted));
  for (const command of [...commands, ...shown]) {
    for (const json of [[], ['--json']]) {
      const { out, err } = await program.run(...command, ...json);
      for (const excerpt of findPlanted(out + err)) found.add(excerpt);
    }
  }
  return { found: [...found], unchanged: passes === 0 ? [] : unchangedPlaces(program, format, passes) };
}
