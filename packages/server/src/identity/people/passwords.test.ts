import { expect, it } from 'vitest'
import { hashPassword, verifyPassword } from './passwords.ts'

const password = 'correct horse battery staple'
const hash = await hashPassword(password)

it('a hash is argon2id in PHC form at OWASP’s cost, and salted', async () => {
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
  expect(await hashPassword(password)).not.toBe(hash)
})

it('only the password itself matches', async () => {
  expect(await verifyPassword(password, hash)).toBe(true)
  expect(await verifyPassword(`${password} `, hash)).toBe(false)
  expect(await verifyPassword('', hash)).toBe(false)
})

it('a hash made elsewhere, at another cost, is accepted', async () => {
  // From the tests of the reference implementation.
  const foreign = '$argon2id$v=19$m=256,t=2,p=2$c29tZXNhbHQ$bQk8UB/VmZZF4Oo79iDXuL5/0ttZwg2f/5U52iv1cDc'
  expect(await verifyPassword('password', foreign)).toBe(true)
  expect(await verifyPassword('passwore', foreign)).toBe(false)
})

it('how the keyboard composes a letter makes no difference', async () => {
  const composed = await hashPassword('caf\u00e9 caf\u00e9 caf\u00e9')
  expect(await verifyPassword('cafe\u0301 cafe\u0301 cafe\u0301', composed)).toBe(true)
})

it('without a hash no password matches, after the same work', async () => {
  const leastMsOf = async (stored: string | null): Promise<number> => {
    const times: number[] = []
    for (let round = 0; round < 3; round += 1) {
      const began = performance.now()
      expect(await verifyPassword('wrong', stored)).toBe(false)
      times.push(performance.now() - began)
    }
    return Math.min(...times)
  }
  expect(await leastMsOf(null)).toBeGreaterThan((await leastMsOf(hash)) / 4)
})

it('a stored hash of another kind is an error that does not contain the hash', async () => {
  const stored = '$2b$12$abcdefghijklmnopqrstuv'
  const error: unknown = await verifyPassword(password, stored).catch((cause: unknown) => cause)
  expect(String(error)).toBe('Error: A stored password hash is not argon2id in PHC form')
})
