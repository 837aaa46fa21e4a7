/** Where a word stands in a text. */
export type Span = readonly [from: number, to: number];

/** Shorter words of base64 hold no credential with its name. */
const shortestBase64 = 20;
/** The characters of base64 and of its form for URLs (RFC 4648), by their codes. */
const base64Codes = Uint8Array.from({ length: 128 }, (_, code) => (/[\w+/-]/.test(String.fromCharCode(code)) ? 1 : 0));
const equals = 0x3d;
const escaped = /%[0-9a-f]{2}/gi;

/** The words that may be base64, in one look at each character: a regular expression takes thirty times as long where words are. */
export function* base64Words(text: string): Generator<Span> {
  for (let at = 0; at < text.length; at += 1) {
    if (!isOfBase64(text, at)) continue;
    const from = at;
    while (at < text.length && isOfBase64(text, at)) at += 1;
    if (at - from < shortestBase64 || text.charCodeAt(from - 1) === equals) continue;
    const padding = text.startsWith('==', at) ? 2 : text.startsWith('=', at) ? 1 : 0;
    yield [from, at + padding];
  }
}

function isOfBase64(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code < 128 && base64Codes[code] === 1;
}

/** The words that have a character written with a percent sign (RFC 3986 §2.1). A quote or an angle bracket ends a word as a blank does. */
export function* percentWords(text: string): Generator<Span> {
  let to = 0;
  for (;;) {
    escaped.lastIndex = to;
    const at = escaped.exec(text)?.index;
    if (at === undefined) return;
    let from = at;
    while (from > to && !isWordEnd(text.charCodeAt(from - 1))) from -= 1;
    to = at + 1;
    while (to < text.length && !isWordEnd(text.charCodeAt(to))) to += 1;
    yield [from, to];
  }
}

function isWordEnd(code: number): boolean {
  if (code <= 0x7f) {
    const isBlank = code === 0x20 || (code >= 0x09 && code <= 0x0d);
    return isBlank || code === 0x22 || code === 0x27 || code === 0x3c || code === 0x3e;
  }
  return /\s/.test(String.fromCharCode(code));
}
