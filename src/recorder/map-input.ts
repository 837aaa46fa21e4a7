import { mapText, UnreadableInput } from '../formats/index.ts';
import type { InputText } from './recorder.ts';
import { faultText } from './unreadable-pass.ts';

const mapped = 'mapped';

/**
 * An input of the format `mapped:NAME` as one of our own contract, by the JSONata expression of that name; `mapped` alone is
 * enough where there is only one. An input that cannot be mapped has no text and the reason. Every other one stays as it is.
 */
export async function mapInput(input: InputText, mappings: ReadonlyMap<string, string>): Promise<InputText> {
  const { format, text } = input;
  if (format !== mapped && !format?.startsWith(`${mapped}:`)) return input;
  const name = nameOf(format, mappings);
  const expression = name === null ? undefined : mappings.get(name);
  if (name === null || expression === undefined) return { ...input, text: null, error: unknownWords(name, mappings) };
  if (text === null) return input;
  try {
    return { ...input, text: await mapText(text, expression), format: 'mesh' };
  } catch (fault) {
    if (!(fault instanceof UnreadableInput)) throw fault;
    const error = `mapping "${name}": ${faultText(fault)}`;
    return { ...input, text: null, error, ...(fault.hint === null ? {} : { hint: fault.hint }) };
  }
}

/** Null where no name is given and there is not just one mapping. */
function nameOf(format: string, mappings: ReadonlyMap<string, string>): string | null {
  if (format !== mapped) return format.slice(mapped.length + 1);
  const [only, second] = mappings.keys();
  return only !== undefined && second === undefined ? only : null;
}

function unknownWords(name: string | null, mappings: ReadonlyMap<string, string>): string {
  const known = [...mappings.keys()].map((one) => JSON.stringify(one)).join(', ');
  const what = name === null ? 'the format "mapped" names no mapping' : `no mapping "${name}"`;
  return `${what}: ${known === '' ? 'the config has none under "mappings"' : `the config has ${known}`}`;
}
