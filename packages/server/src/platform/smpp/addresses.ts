/** Type of number and numbering plan, as the protocol counts them. */
const kinds = {
  international: { ton: 1, npi: 1 },
  shortCode: { ton: 3, npi: 0 },
  name: { ton: 5, npi: 0 },
} as const
const national = 2

export interface Address {
  readonly ton: number
  readonly npi: number
  readonly digits: string
}

/** An E.164 number or a short code in the protocol's form. */
export function addressOf(number: string): Address {
  if (number.startsWith('+')) return { ...kinds.international, digits: number.slice(1) }
  return { ...(/^[0-9]+$/.test(number) ? kinds.shortCode : kinds.name), digits: number }
}

/** In E.164 where possible. Carriers often send a wrong type of number, so the digits count more. */
export function numberOf(ton: number, written: string, countryCode: string | undefined): string {
  const digits = written.replace(/^(?:\+|00)/, '')
  if (!/^[0-9]+$/.test(digits)) return written
  // No national number of this plan begins with 1: the type is wrong, and another 1 would make it a different number.
  if (countryCode === '1' && /^1[2-9][0-9]{9}$/.test(digits)) return `+${digits}`
  const isNational = ton === national || (ton !== kinds.international.ton && digits.length === 10)
  if (countryCode !== undefined && isNational && digits === written) {
    return `+${countryCode}${digits.replace(/^0+/, '')}`
  }
  return digits.length >= 8 ? `+${digits}` : written
}
