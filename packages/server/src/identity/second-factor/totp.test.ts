import { expect, it } from 'vitest'
import { base32 } from './base32.ts'
import { codeAt, findStep, stepAt } from './totp.ts'

// RFC 6238, appendix B: SHA-1 and 8 digits, of which ours are the last 6.
const secret = Buffer.from('12345678901234567890')
const vectors = [
  [59, '94287082'],
  [1_111_111_109, '07081804'],
  [1_111_111_111, '14050471'],
  [1_234_567_890, '89005924'],
  [2_000_000_000, '69279037'],
  [20_000_000_000, '65353130'],
] as const

it.each(vectors)('has the code of RFC 6238 at %i s', (seconds, code) => {
  expect(codeAt(secret, stepAt(seconds * 1_000))).toBe(code.slice(2))
})

it('accepts the code of now, of 30 seconds before and after, and no other', () => {
  const nowMs = 1_234_567_890_000
  const now = stepAt(nowMs)
  const accepted = [-3, -2, -1, 0, 1, 2, 3].filter(
    offset => findStep(secret, codeAt(secret, now + offset), nowMs) === now + offset,
  )
  expect(accepted).toEqual([-1, 0, 1])
  for (const code of ['', '00592', '0059240', 'abcdef', '００５９２４']) {
    expect(findStep(secret, code, nowMs)).toBeUndefined()
  }
})

it('writes base32 as RFC 4648 does', () => {
  expect(base32(Buffer.from('fooba'))).toBe('MZXW6YTB')
  expect(base32(secret)).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ')
})
