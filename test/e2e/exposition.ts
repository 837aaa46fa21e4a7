/** A sample of the text format that Prometheus scrapes. */
export interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

const sample = /^(?<name>[a-zA-Z_:][\w:]*)(?:\{(?<labels>.*)\})? (?<value>[^ ]+)(?: (?<at>-?\d+))?$/;
const label = /(?<name>[a-zA-Z_]\w*)="(?<value>(?:[^"\\\n]|\\[\\"n])*)",?/y;

/**
 * Parses the exposition format, and throws where it is broken, or where it breaks what `promtool check metrics` asks for: help and
 * type before the samples of each family, all of a family together, counters that end with `_total`, no sample twice.
 */
export function parseExposition(text: string): Sample[] {
  if (!text.endsWith('\n')) throw new Error('the last line does not end');
  const samples: Sample[] = [];
  const types = new Map<string, string>();
  const helped = new Set<string>();
  const closed = new Set<string>();
  const seen = new Set<string>();
  let family = '';
  for (const line of text.slice(0, -1).split('\n')) {
    if (line === '') continue;
    const [, kind, of = '', rest = ''] = /^# (HELP|TYPE) (\S+) (.+)$/.exec(line) ?? [];
    const name = kind === undefined ? (sample.exec(line)?.groups?.name ?? '') : of;
    if (name === '') throw new Error(`no sample: ${line}`);
    if (name !== family) {
      if (closed.has(name)) throw new Error(`${name} is in two places`);
      closed.add(family);
      family = name;
    }
    if (kind === 'HELP') helped.add(of);
    else if (kind === 'TYPE') types.set(of, rest);
    else samples.push(parseSample(line, types, helped, seen));
  }
  return samples;
}

function parseSample(line: string, types: Map<string, string>, helped: Set<string>, seen: Set<string>): Sample {
  const { name = '', labels: written = '', value = '' } = sample.exec(line)?.groups ?? {};
  const type = types.get(name);
  if (!helped.has(name) || type === undefined) throw new Error(`${name} has no help or no type`);
  if ((type === 'counter') !== name.endsWith('_total')) throw new Error(`${name} is a ${type}`);
  const number = value === '+Inf' ? Number.POSITIVE_INFINITY : Number(value);
  if (Number.isNaN(number) || (type === 'counter' && number < 0)) throw new Error(`${name} is ${value}`);
  const labels: Record<string, string> = {};
  for (label.lastIndex = 0; label.lastIndex < written.length; ) {
    const at = label.lastIndex;
    const { name: key = '', value: given = '' } = label.exec(written)?.groups ?? {};
    if (key === '') throw new Error(`no label at ${at} of ${written}`);
    labels[key] = given;
  }
  const series = `${name}${JSON.stringify(Object.entries(labels).sort())}`;
  if (seen.has(series)) throw new Error(`${series} is there twice`);
  seen.add(series);
  return { name, labels, value: number };
}
