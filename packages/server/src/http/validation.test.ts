import { operations } from '@parley/contract'
import { describe, expect, it } from 'vitest'
import { bodyValidator, refuseUnusualIntegers, withoutNames } from './validation.ts'

const errorsOf = (body: object, value: unknown): unknown => {
  const verdict = bodyValidator(withoutNames(body) as object)(value)
  return 'error' in verdict ? verdict.error.details : undefined
}

describe('a refusal', () => {
  it('names every field that is wrong, in words that a caller can act on', () => {
    const { body } = operations.createContact
    expect(errorsOf(body, { gender: 7, phone: '555', birthDate: '2023-02-29', city: 1 })).toEqual({
      errors: [
        { path: '/birthDate', message: 'must be a calendar date written YYYY-MM-DD' },
        {
          path: '/phone',
          message: 'must be in E.164: a plus sign, a digit from 1 to 9, then 7 to 14 more digits',
        },
        { path: '/gender', message: 'must be one of 0, 1, 2, 9, null' },
        { path: '/city', message: 'must be string or null' },
      ],
    })
  })

  it('says one thing where two fields exclude each other', () => {
    const { body } = operations.sendMessage
    expect(errorsOf(body, { text: 'Hi' })).toEqual({
      errors: [{ path: '', message: 'needs exactly one of phone and phoneNumbers' }],
    })
  })

  it('shows ten mistakes at most', () => {
    const phoneNumbers = Array.from({ length: 100 }, () => 'no')
    expect(errorsOf(operations.requestConsent.body, { phoneNumbers })).toHaveProperty('errors.length', 10)
  })
})

describe('a whole number that is not written plainly', () => {
  const schema = {
    properties: {
      one: { type: 'integer' },
      orNull: { type: ['integer', 'null'] },
      list: { items: { properties: { deep: { type: 'integer' } } } },
      any: { type: 'number' },
    },
  }

  it.each(['/one', '/orNull', '/list/3/deep'])('is refused in %s, which takes an integer', path => {
    expect(() => refuseUnusualIntegers(schema, [path])).toThrow(`${path} must be written as a plain integer`)
  })

  it.each(['/any', '/unknown', '/one/deeper', '/constructor'])('is let through in %s', path => {
    expect(() => refuseUnusualIntegers(schema, [path])).not.toThrow()
  })
})
