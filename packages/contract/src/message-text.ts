import Type from 'typebox'
import { limits } from './limits.ts'

/** Marks a text that is sent and archived exactly as received, so it is checked exactly as received. */
export const messageTextKeyword = 'x-message-text'

const most = limits.textCodeUnits.toLocaleString('en-US')

/** Line feed and tab are the only control characters that phones show as what they are. */
const control = /(?![\n\t])\p{Cc}/u
/** A character that a phone draws. U+2800 is the blank of Braille. */
const visible = /[^\s\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800]/u

/** What is wrong with the words of a text, or undefined. Linear; the length comes first, so that long input costs nothing. */
export function mistakeInMessageText(text: string): string | undefined {
  if (text.length > limits.textCodeUnits)
    return `must contain at most ${most} characters, white space included; an emoji counts as two or more`
  if (!visible.test(text)) return 'must contain at least one visible character'
  if (control.test(text)) return 'must contain no control characters other than line feed and tab'
  return undefined
}

export const messageText = Type.String({
  description: `Message text, 1 to ${most} characters in UTF-16 code units, white space included: an emoji counts as two or more. At least one character must be visible, and line feed and tab are the only control characters. It is sent and archived exactly as given, in at most 25 parts.`,
  [messageTextKeyword]: true,
  examples: ['Good morning Maria, the form you asked about is ready to sign. Shall I send it today?'],
})
