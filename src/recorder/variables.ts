/** A variable in a text, written `$NAME` or `${NAME…}`. */
export interface Variable {
  readonly name: string;
  readonly isBraced: boolean;
}

/** The variables in a text. `$$` stands for a dollar. Takes linear time, also for a text of nothing but dollars. */
export function* variablesIn(text: string): Generator<Variable> {
  const nameAt = /(\{?)([A-Za-z_]\w*)/y;
  for (let at = text.indexOf('$'); at >= 0; ) {
    let end = at;
    while (text[end] === '$') end += 1;
    nameAt.lastIndex = end;
    const [, brace, name] = ((end - at) % 2 === 1 && nameAt.exec(text)) || [];
    if (name !== undefined) yield { name, isBraced: brace !== '' };
    at = text.indexOf('$', end);
  }
}
