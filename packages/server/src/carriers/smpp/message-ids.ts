/** How a carrier writes the id of a text. Some answer in hexadecimal and send receipts in decimal, or the reverse. */
export type IdForm = 'text' | 'hex' | 'decimal'

/** One way to write an id, whichever way the carrier wrote it: a receipt must find its text. */
export function plainId(id: string, form: IdForm): string {
  const trimmed = id.trim()
  if (form === 'hex' && /^[0-9a-f]+$/i.test(trimmed)) return BigInt(`0x${trimmed}`).toString()
  if (form === 'decimal' && /^[0-9]+$/.test(trimmed)) return BigInt(trimmed).toString()
  // Zeros in front come and go, and the case of hexadecimal digits changes; of other ids every character counts.
  return /^[0-9a-f]+$/i.test(trimmed) ? trimmed.toLowerCase().replace(/^0+(?=.)/, '') : trimmed
}
