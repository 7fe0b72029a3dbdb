/**
 * A name or a text of a bundle must not change the terminal, end a line, or turn what stands beside it around. Control characters, and others that are not
 * seen but have an effect, are shown as replacement characters.
 */
export const visibleText = (text: string): string =>
  text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '\u{FFFD}')
