import { isIPv6 } from 'node:net'
import { addressBlock } from './address-block.ts'

/** The network of an address, for the log: enough to see where attempts come from, without a personal address. */
export function networkOf(address: string): string {
  const block = addressBlock(address)
  if (isIPv6(`${block}::`)) return `${block.split(':').slice(0, 3).join(':')}::/48`
  return /^\d+\.\d+\.\d+\.\d+$/.test(block) ? block.replace(/\.\d+$/, '.0/24') : 'unknown'
}
