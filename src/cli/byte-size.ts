const factors: Readonly<Record<string, number>> = {
  b: 1,
  kb: 1e3,
  mb: 1e6,
  gb: 1e9,
  tb: 1e12,
  kib: 2 ** 10,
  mib: 2 ** 20,
  gib: 2 ** 30,
  tib: 2 ** 40,
};

/** A size as people write it, `64MiB`, `1.5 GB` or `1048576`: its bytes, or null where it is none. */
export function parseByteSize(text: string): number | null {
  const { figure, unit = 'b' } = /^\s*(?<figure>\d+(?:\.\d+)?)\s*(?<unit>[a-z]+)?\s*$/i.exec(text)?.groups ?? {};
  const factor = factors[unit.toLowerCase()] ?? factors[`${unit.toLowerCase()}ib`];
  return figure === undefined || factor === undefined ? null : Math.round(Number(figure) * factor);
}
