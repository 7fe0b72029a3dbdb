import { describe, expect, it } from 'vitest'
import { showPhone } from './phone.ts'
import { readPhone } from './read-phone.ts'

describe('a phone number', () => {
  it.each([
    ['(202) 555-0123', '+12025550123'],
    ['202.555.0123', '+12025550123'],
    ['+1 202 555 0123', '+12025550123'],
    ['+15551234567', '+15551234567'],
    ['+44 20 7946 0018', '+442079460018'],
  ])('typed as %s is %s', (typed, phone) => {
    expect(readPhone(typed)).toBe(phone)
  })

  it.each(['', 'Maria', '12', '+0123456789', '555 0123'])('is not %j', typed => {
    expect(readPhone(typed)).toBeUndefined()
  })

  it.each([
    ['+12025550123', '(202) 555-0123'],
    ['+442079460018', '+442079460018'],
  ])('%s is shown as %s', (phone, shown) => {
    expect(showPhone(phone)).toBe(shown)
  })
})
