import { describe, expect, it } from 'vitest'
import { addressLine } from './address-line.ts'

describe('an address in one line', () => {
  it.each([
    [
      { address1: '3 Linden Avenue', city: 'Dayton', state: 'OH', postalCode: '45402' },
      '3 Linden Avenue, Dayton, OH 45402',
    ],
    [{ address1: '3 Linden Avenue', address2: 'Unit 4' }, '3 Linden Avenue, Unit 4'],
    [{ city: 'Dayton', postalCode: '45402' }, 'Dayton, 45402'],
    [{ state: 'OH' }, 'OH'],
    [{}, undefined],
  ])('%j', (address, line) => {
    expect(addressLine(address)).toBe(line)
  })
})
