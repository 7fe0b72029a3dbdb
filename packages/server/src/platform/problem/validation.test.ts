import { appOperations, operations } from '@parley/contract'
import { describe, expect, it } from 'vitest'
import { bodyValidator, withoutNames } from './validation.ts'

const errorsOf = (body: object, value: unknown): unknown => {
  const verdict = bodyValidator(withoutNames(body) as object)(value)
  return 'error' in verdict ? verdict.error.details : undefined
}

describe('a refusal', () => {
  it('names every invalid field, in words that a caller can act on', () => {
    const { body } = operations.createContact
    expect(errorsOf(body, { gender: 7, phone: '555', birthDate: '2023-02-29', city: 1 })).toEqual({
      errors: [
        { path: '/birthDate', message: 'must be a calendar date in the format YYYY-MM-DD' },
        {
          path: '/phone',
          message: 'must be in E.164 format: a plus sign, a digit from 1 to 9, then 7 to 14 more digits',
        },
        { path: '/gender', message: 'must be one of 0, 1, 2, 9' },
        { path: '/city', message: 'must be a string' },
      ],
    })
  })

  it('reports one error where two fields exclude each other', () => {
    const { body } = operations.sendMessage
    expect(errorsOf(body, { text: 'Hi' })).toEqual({
      errors: [{ path: '', message: 'must have exactly one of phone and phoneNumbers' }],
    })
  })

  it.each([null, [], 'x', 7])('says only that %j is no object', value => {
    expect(errorsOf(operations.sendMessage.body, value)).toEqual({
      errors: [{ path: '', message: 'must be an object' }],
    })
  })

  it('gives one message for each field, in words of our own', () => {
    const { body } = operations.createContact
    expect(errorsOf(body, { lastName: '' })).toMatchObject({ errors: [{ path: '/lastName' }] })
    expect(errorsOf(operations.requestConsent.body, { phoneNumbers: [] })).toEqual({
      errors: [{ path: '/phoneNumbers', message: 'must have at least 1 item' }],
    })
    expect(errorsOf(operations.createEndpoint.body, { url: 'https://crm.test', types: ['message'] })).toEqual(
      {
        errors: [
          {
            path: '/types/0',
            message: 'must be a type such as message.delivered, or a family such as message.*',
          },
        ],
      },
    )
  })

  it('costs no more for 30,000 invalid items than the check itself', () => {
    const items = Array.from({ length: 10_000 }, () => 1)
    const body = { contactIds: ['x', ...items], groupIds: items.map(String), phoneNumbers: items, text: 'Hi' }
    const check = bodyValidator(withoutNames(appOperations.previewRecipients.body) as object)
    const before = process.cpuUsage()
    check(body)
    const { user, system } = process.cpuUsage(before)
    expect((user + system) / 1_000).toBeLessThan(500)
  })

  it('shows at most ten errors', () => {
    const phoneNumbers = Array.from({ length: 100 }, () => 'no')
    expect(errorsOf(operations.requestConsent.body, { phoneNumbers })).toHaveProperty('errors.length', 10)
  })
})

describe('a member that is the same as absent', () => {
  const received = (body: object, value: unknown): unknown => {
    const verdict = bodyValidator(withoutNames(body) as object)(value)
    return 'error' in verdict ? verdict.error.message : verdict.value
  }
  const { body } = operations.sendMessage
  const text = 'Hi'

  it('is null in an optional member', () => {
    const nulls = { phone: null, scheduleDelivery: null, deliveryDate: null, frequency: null, media: null }
    expect(received(body, { text, ...nulls, phoneNumbers: ['+12025550123'] })).toEqual({
      text,
      phoneNumbers: ['+12025550123'],
      media: null,
    })
  })

  it('is not null in a required one, nor where null clears a field', () => {
    expect(received(body, { text: null, phone: '+12025550123' })).toContain('/text must be a string')
    expect(received(operations.updateContact.body, { city: null })).toEqual({ city: null })
  })

  it.each([false, undefined, null])('is a zero beside scheduleDelivery %s', scheduleDelivery => {
    const sent = { text, phone: '+12025550123', scheduleDelivery, deliveryDate: 0, frequency: 0 }
    expect(received(body, sent)).toEqual({
      text,
      phone: '+12025550123',
      ...(scheduleDelivery === false ? { scheduleDelivery } : {}),
    })
  })

  it('is no zero beside scheduleDelivery true', () => {
    const sent = { text, phone: '+12025550123', scheduleDelivery: true, deliveryDate: 0, frequency: 0 }
    expect(received(body, sent)).toContain('/deliveryDate looks like seconds')
  })
})
