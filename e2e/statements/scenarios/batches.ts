import { until } from '../installation.ts'
import { isInteger, isText, listOf } from '../matches.ts'
import type { Scenario } from '../scenario.ts'

const isMessageRefusal = { phone: isText, memberId: isInteger, code: isText, reason: isText }

const mixedRecipients: Scenario = {
  name: 'a batch with mixed recipients',
  run: async ({ advisors, send, newPhone, newFriend, requestConsent, reply, consentOf }, { statement }) => {
    const [first, second, stopped] = await Promise.all([newFriend(), newFriend(), newFriend()])
    const [declined, stranger] = [newPhone(), newPhone()]
    await requestConsent([declined])
    await Promise.all([reply(stopped, 'STOP'), reply(declined, 'NO')])
    await until(
      () => consentOf(stopped),
      ({ body }) => body['optedOut'] === true,
    )
    await until(
      () => consentOf(declined),
      ({ body }) => body['declined'] === true,
    )
    const own = advisors[0]?.textingNumber ?? ''
    const phoneNumbers = [second, stranger, first, stopped, declined, own, second]
    const { status, body } = await send({ phoneNumbers, text: 'To everyone' })
    statement('1.19 1.20 4.5 4.9', 'the status', status, 200)
    statement('1.20 2.6 D25', 'the successes', body.successes, [
      { phone: second, messageId: isInteger },
      { phone: first, messageId: isInteger },
    ])
    statement('D37 2.11', 'the failures', body.failures, [
      new RegExp(`^\\${stranger}: `),
      new RegExp(`^\\${stopped}: `),
      new RegExp(`^\\${declined}: `),
      new RegExp(`^\\${own}: `),
    ])
    statement('2.13 D38', 'the details', body.failureDetails, [
      { ...isMessageRefusal, phone: stranger, code: 'consent_required' },
      { ...isMessageRefusal, phone: stopped, code: 'opted_out' },
      { ...isMessageRefusal, phone: declined, code: 'consent_declined' },
      { phone: own, code: 'blocked_by_policy', reason: isText },
    ])

    const asked = await requestConsent([stranger, stopped])
    statement('D33 2.18', 'a consent request to both kinds', asked, {
      status: 200,
      body: {
        successes: [{ phone: stranger, consentState: 'pending' }],
        failures: [new RegExp(`^\\${stopped}: `)],
        failureDetails: [{ phone: stopped, code: 'opted_out' }],
      },
    })
  },
}

const numberOfRecipients: Scenario = {
  name: 'how many recipients',
  run: async ({ post, send, newPhone, newFriend }, { statement }) => {
    const friend = await newFriend()
    const text = 'Hello'
    const hundred = Array.from({ length: 100 }, newPhone)
    const all = await send({ phoneNumbers: hundred, text })
    statement('D25 4.9', '100 recipients', [all.status, all.body.failures.length], [200, 100])
    const refused = {
      status: 400,
      body: { code: 'invalid_request', details: { errors: listOf({ path: isText }) } },
    }
    statement('D25', '101 recipients', await send({ phoneNumbers: [...hundred, friend], text }), refused)
    statement('D25', 'none', await send({ phoneNumbers: [], text }), refused)
    statement('D25', 'phone and phoneNumbers', await send({ phone: friend, phoneNumbers: [friend], text }), {
      status: 400,
    })
    statement('7.14 D25', 'neither', await send({ text }), { status: 400, body: { code: 'invalid_request' } })
    statement('D25', 'the same number twice', (await send({ phoneNumbers: [friend, friend], text })).body, {
      successes: [{ phone: friend }],
      failures: [],
    })
    const path = '/text/messaging/consent-requests'
    statement('2.15', 'a consent request without phoneNumbers', await post(path, {}), { status: 400 })
    statement('2.15', 'a consent request with one string', await post(path, { phoneNumbers: friend }), {
      status: 400,
    })
    statement('2.16 8.2', 'a consent request to nobody', await post(path, { phoneNumbers: [] }), refused)
    statement('2.16 8.2', 'a consent request to one', await post(path, { phoneNumbers: [newPhone()] }), {
      status: 200,
    })
  },
}

/** In no phone field; the last would need a leading plus sign. */
const wrongPhones = [
  '202-555-0123',
  '+0202555012',
  '+1234567',
  '+1234567890123456',
  '+1 202 555 0123',
  '12025550123',
]

const phoneFormat: Scenario = {
  name: 'E.164 in every phone field',
  run: async ({ get, post, put, send }, { statement }) => {
    const { body } = await post('/core/contact/contacts', { firstName: 'Phoneless' })
    const fields: Record<string, (phone: string) => Promise<{ status: number; body: { code: string } }>> = {
      '2.2 1.11 7.15 8.1': phone => send({ phone, text: 'Hello' }),
      '8.1 D25': phone => send({ phoneNumbers: ['+12025550123', phone], text: 'Hello' }),
      '2.17 7.15 8.1': phone => post('/text/messaging/consent-requests', { phoneNumbers: [phone] }),
      '4.19 8.1': phone => get(`/text/messaging/consents?phone=${encodeURIComponent(phone)}`),
      '2.30 8.1': phone => post('/core/contact/contacts', { firstName: 'Ada', phone }),
      '2.30 8.1 4.26': phone => put(`/core/contact/contacts/${body.id}`, { phone }),
      '8.1 7.15': phone => post('/text/messaging/opt-outs', { phone, note: 'Said so.' }),
    }
    for (const [numbers, ask] of Object.entries(fields)) {
      const answers = await Promise.all(wrongPhones.map(ask))
      statement(
        numbers,
        'wrong formats',
        answers.map(answer => [answer.status, answer.body.code]),
        wrongPhones.map(() => [400, 'invalid_request']),
      )
    }
    const edges = ['+12345678', '+123456789012345']
    const answers = await Promise.all(edges.map(phone => send({ phone, text: 'Hello' })))
    statement(
      '2.2 8.1',
      'the shortest and the longest',
      answers.map(({ status }) => status),
      [200, 200],
    )
  },
}

export const batchScenarios: readonly Scenario[] = [mixedRecipients, numberOfRecipients, phoneFormat]
