/** C0, DEL, C1, bidi controls, invisible and separating characters, lone surrogates: all that can move a cursor or deceive an eye. */
const controls =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this is about
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202f\u2060-\u206f\ufeff\ufff9-\ufffb]|\p{Surrogate}|[\u{e0000}-\u{e007f}]/gu;

/** A text with each such character written as `\u{202e}`, so that it can be seen and does nothing. */
export function escapeControls(text: string): string {
  return text.replace(controls, (character) => `\\u{${(character.codePointAt(0) as number).toString(16)}}`);
}
