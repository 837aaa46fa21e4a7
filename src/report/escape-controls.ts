/**
 * C0, DEL, C1, format characters (bidi controls and tags among them), lone surrogates, line separators, what is ignorable
 * or has a width of its own and no ink: all that can move a cursor or deceive an eye. The blank alone stays.
 */
const controls = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]|(?! )\p{Zs}|\u2800/gu;

/** A text with each such character written as `\u{202e}`, so that it can be seen and does nothing. */
export function escapeControls(text: string): string {
  return text.replace(controls, (character) => `\\u{${(character.codePointAt(0) as number).toString(16)}}`);
}
