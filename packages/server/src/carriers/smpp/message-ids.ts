/** Format of message ids. Some carriers use hexadecimal in responses and decimal in receipts, or the reverse. */
export type IdForm = 'text' | 'hex' | 'decimal'

/** Normalizes an id, so that a receipt finds its text. */
export function plainId(id: string, form: IdForm): string {
  const trimmed = id.trim()
  if (form === 'hex' && /^[0-9a-f]+$/i.test(trimmed)) return BigInt(`0x${trimmed}`).toString()
  if (form === 'decimal' && /^[0-9]+$/.test(trimmed)) return BigInt(trimmed).toString()
  // Leading zeros and the case of hexadecimal digits vary; in other ids every character counts.
  return /^[0-9a-f]+$/i.test(trimmed) ? trimmed.toLowerCase().replace(/^0+(?=.)/, '') : trimmed
}
