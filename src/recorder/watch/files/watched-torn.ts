/**
 * Whether a text looks half written: there is nothing in it, or it is JSON that ends inside a string or before every
 * bracket is closed. A text of lines that lacks its last ones looks whole. Takes linear time.
 */
export function isTorn(text: string): boolean {
  const content = text.trimStart();
  if (content === '') return true;
  if (!/^[{[]/.test(content)) return false;
  let isInString = false;
  let open = 0;
  for (const [token] of content.matchAll(/\\.|["{}[\]]/gs)) {
    if (token === '"') isInString = !isInString;
    else if (!isInString && token.length === 1) open += token === '{' || token === '[' ? 1 : -1;
  }
  return isInString || open > 0;
}
