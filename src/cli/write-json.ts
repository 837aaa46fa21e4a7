/**
 * Writes a JSON object as JSON.stringify with an indent of two would, its lists element by element: the whole text of a
 * long history is longer than the longest string that Node can hold.
 */
export function writeJson(value: object, write: (text: string) => void): void {
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  for (const [index, [key, member]] of members.entries()) {
    write(`${index === 0 ? '{' : ','}\n  ${safeJson(key)}: `);
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
  return safeJson(value, 2).replaceAll('\n', `\n${indent}`);
}

const controls = /[\u007f-\u009f\p{Cf}\p{Zl}\p{Zp}]/gu;

/** JSON in which no control character stands raw: JSON.stringify leaves those beyond ASCII as they are, and a terminal obeys some. */
export function safeJson(value: unknown, indent?: number): string {
  return JSON.stringify(value, null, indent).replace(controls, (character) =>
    Array.from(
      { length: character.length },
      (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`,
    ).join(''),
  );
}
