const calendar =
  /(?<!\d)(?<year>(?:19|20|21)\d\d)[-_.]?(?<month>\d\d)[-_.]?(?<day>\d\d)(?:[t_ .-]?(?<hour>\d\d)[-:_.h]?(?<minute>\d\d)(?:[-:_.m]?(?<second>\d\d)(?:[.,](?<fraction>\d{1,9}))?)?(?<zone>z|[+-]\d\d[-:_.]?\d\d)?)?(?!\d)/gi;
const epoch = /(?<!\d)(?:\d{13}|\d{10})(?!\d)/g;

/** The time that a name holds, in milliseconds since the epoch, and the name without it. */
export interface NameTime {
  readonly at: number;
  readonly rest: string;
}

/**
 * Finds the time in the name of a file: `2026-03-01T10-00-00Z`, `20260301T100000Z`, `2026-03-01_10:00:00`, a day alone, epoch
 * seconds or milliseconds; null where it holds none. The first one counts. A wall time without a zone is read by `readWall`.
 */
export function findNameTime(name: string, readWall: (text: string) => number | null): NameTime | null {
  for (const match of name.matchAll(calendar)) {
    const at = match.groups === undefined ? null : instantOf(match.groups, readWall);
    if (at !== null) return { at, rest: name.replace(match[0], '') };
  }
  const [digits] = name.match(epoch) ?? [];
  if (digits === undefined) return null;
  return { at: Number(digits) * (digits.length === 13 ? 1 : 1000), rest: name.replace(digits, '') };
}

function instantOf(
  {
    year,
    month,
    day,
    hour = '00',
    minute = '00',
    second = '00',
    fraction = '',
    zone,
  }: Readonly<Record<string, string>>,
  readWall: (text: string) => number | null,
): number | null {
  const wall = `${year}-${month}-${day}T${hour}:${minute}:${second}`;
  const utc = Date.parse(`${wall}Z`);
  // Date.parse takes the 30th of February for the 2nd of March
  if (Number.isNaN(utc) || !new Date(utc).toISOString().startsWith(wall)) return null;
  const milliseconds = Number(fraction.slice(0, 3).padEnd(3, '0'));
  if (zone === undefined) {
    const at = readWall(wall.replace('T', ' '));
    return at === null ? null : at + milliseconds;
  }
  const offset = /^z$/i.test(zone) ? 'Z' : zone.replace(/^(.\d\d).?(\d\d)$/, '$1:$2');
  const at = Date.parse(wall + offset);
  return Number.isNaN(at) ? null : at + milliseconds;
}
