/**
 * Writes a JSON object as JSON.stringify with an indent of two would, its lists element by element: the whole text of a
 * long history is longer than the longest string that Node can hold.
 */
export function writeJson(value: object, write: (text: string) => void): void {
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  for (const [index, [key, member]] of members.entries()) {
    write(`${index === 0 ? '{' : ','}\n  ${JSON.stringify(key)}: `);
    if (Array.isArray(member) && member.length > 0) writeList(member, write);
    else write(indented(member, '  '));
  }
  write(members.length === 0 ? '{}\n' : '\n}\n');
}

function writeList(list: readonly unknown[], write: (text: string) => void): void {
  for (const [index, element] of list.entries())
    write(`${index === 0 ? '[' : ','}\n    ${indented(element ?? null, '    ')}`);
  write('\n  ]');
}

function indented(value: unknown, indent: string): string {
  return JSON.stringify(value, null, 2).replaceAll('\n', `\n${indent}`);
}
