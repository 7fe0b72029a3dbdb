// POST /text/messaging/messages, by status and outcome.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  newPhone,
  startTexting,
  type TextingClient,
  type TextingServer,
} from '../../../test/servers/texting-server.ts'

let server: TextingServer
let client: TextingClient
beforeAll(async () => {
  server = await startTexting()
  client = await server.welcome()
})
afterAll(() => server.close())

const rowsOf = async (sql: string, ...values: unknown[]): Promise<Record<string, unknown>[]> =>
  (await server.database.query(sql, values)).rows

const entriesOf = (advisorId: number, kind: string) =>
  rowsOf('select entry from journal_entry where advisor_id = $1 and kind = $2 order by id', advisorId, kind)

describe('200, accepted', () => {
  it('returns message and member ids, and writes message, journal entry and outbox row together', async () => {
    const phone = newPhone()
    await client.accept(phone)
    const text = 'Your papers are ready 📄.\n Shall we meet?  '
    const { status, body } = await client.send({ phone, text })
    expect(status).toBe(200)
    expect(body).toEqual({
      successes: [{ messageId: expect.any(Number), memberId: expect.any(Number), phone }],
      failures: [],
      failureDetails: [],
    })
    const { messageId, memberId } = body.successes[0]
    const [message] = await rowsOf('select * from message_status where id = $1', messageId)
    expect(message).toMatchObject({
      advisor_id: client.advisorId,
      member_id: memberId,
      direction: 'out',
      kind: 'text',
      number: client.number,
      phone,
      text,
      status: 'accepted',
      consent_version: 2,
    })
    expect(await rowsOf('select * from outbox where message_id = $1', messageId)).toMatchObject([
      { advisor_id: client.advisorId, member_id: memberId, number: client.number, attempts: 0 },
    ])
    const entries = await rowsOf(
      `select entry from journal_entry where advisor_id = $1 and subject_id = $2 and kind = 'message.accepted'`,
      client.advisorId,
      messageId,
    )
    expect(entries).toMatchObject([
      {
        entry: {
          actor: { kind: 'application', applicationId: client.applicationId },
          facts: {
            from: client.number,
            to: phone,
            text,
            policy: { rule: 'recipient accepted', version: 1, facts: { consent: 'accepted' } },
          },
        },
      },
    ])
  })

  it('texts several numbers, each once, in the requested order', async () => {
    const phones = [newPhone(), newPhone(), newPhone()]
    for (const phone of phones) await client.accept(phone)
    const [one = '', two = '', three = ''] = phones
    const { status, body } = await client.send({ phoneNumbers: [three, one, three, two, one], text: 'Hello' })
    expect(status).toBe(200)
    const memberIds = await Promise.all(
      [three, one, two].map(async phone => (await client.consent(phone)).body.memberId),
    )
    expect(body.successes.map(({ memberId }) => memberId)).toEqual(memberIds)
    expect(body.successes.map(({ phone }) => phone)).toEqual([three, one, two])
  })

  it('texts people never asked if the firm does not require consent', async () => {
    const free = await server.welcome({ isConsentRequired: false })
    const { body } = await free.send({ phone: newPhone(), text: 'Hello' })
    expect(body.successes).toHaveLength(1)
    expect(await entriesOf(free.advisorId, 'message.accepted')).toMatchObject([
      { entry: { facts: { policy: { rule: 'consent is not required' } } } },
    ])
  })

  it('prefers the advisor’s exception over the firm’s rule, both ways', async () => {
    const strict = await server.welcome({ isConsentRequired: false })
    const lenient = await server.welcome({ isConsentRequired: true })
    const except = 'insert into consent_exception (advisor_id, consent_required) values ($1, $2)'
    await server.database.query(except, [strict.advisorId, true])
    await server.database.query(except, [lenient.advisorId, false])
    expect((await strict.send({ phone: newPhone(), text: 'Hello' })).body.failureDetails[0].code).toBe(
      'consent_required',
    )
    expect((await lenient.send({ phone: newPhone(), text: 'Hello' })).body.successes).toHaveLength(1)
  })

  it('accepts 1,600 characters, counting white space around them, and keeps that white space', async () => {
    const phone = newPhone()
    await client.accept(phone)
    const text = `  ${'a'.repeat(1_597)}\n`
    const { status, body } = await client.send({ phone, text })
    expect(status).toBe(200)
    const [message] = await rowsOf('select text from message where id = $1', body.successes[0].messageId)
    expect(message?.['text']).toBe(text)
  })

  it('ignores unknown fields', async () => {
    const phone = newPhone()
    await client.accept(phone)
    const { status, body } = await client.send({ phone, text: 'Hello', status: 'delivered', advisorId: 1 })
    expect([status, body.successes.length]).toEqual([200, 1])
  })
})

describe('200, refused', () => {
  const refusedFor = async (phone: string): Promise<unknown[]> => {
    const { status, body } = await client.send({ phone, text: 'Hello' })
    expect([status, body.successes]).toEqual([200, []])
    const [detail] = body.failureDetails
    expect(body.failures).toEqual([`${phone}: ${detail.reason}`])
    expect(detail).toMatchObject({ phone, memberId: expect.any(Number) })
    return [detail.code, detail.reason, detail.retryable]
  }

  it('consent_required: never asked', async () => {
    expect(await refusedFor(newPhone())).toEqual([
      'consent_required',
      'has not consented to receive texts',
      false,
    ])
  })

  it('consent_pending: asked but not answered; consent_declined: answered NO', async () => {
    const phone = newPhone()
    await client.ask([phone])
    expect(await refusedFor(phone)).toEqual([
      'consent_pending',
      'has been asked for consent and has not accepted',
      true,
    ])
    await client.reply(phone, 'No')
    expect(await refusedFor(phone)).toEqual(['consent_declined', 'has declined to receive texts', false])
  })

  it('opted_out: even if consent is not required', async () => {
    const phone = newPhone()
    await client.accept(phone)
    await client.reply(phone, 'Stop')
    expect(await refusedFor(phone)).toEqual(['opted_out', 'has opted out of texts', false])
    const free = await server.welcome({ isConsentRequired: false })
    await free.reply(phone, 'Stop')
    expect((await free.send({ phone, text: 'Hello' })).body.failureDetails[0].code).toBe('opted_out')
  })

  it('no_texting_number: the advisor has none or released it', async () => {
    const bare = await server.welcome({ hasNumber: false })
    expect((await bare.send({ phone: newPhone(), text: 'Hello' })).body.failureDetails[0].code).toBe(
      'no_texting_number',
    )
    const former = await server.welcome({ isConsentRequired: false })
    await server.database.query('update texting_number set active = false where advisor_id = $1', [
      former.advisorId,
    ])
    expect((await former.send({ phone: newPhone(), text: 'Hello' })).body.failureDetails[0].code).toBe(
      'no_texting_number',
    )
  })

  it('blocked_by_policy: the advisor’s own number, which does not become a contact', async () => {
    const free = await server.welcome({ isConsentRequired: false })
    const { body } = await free.send({ phone: free.number, text: 'Hello me' })
    expect(body.failureDetails).toMatchObject([
      {
        phone: free.number,
        code: 'blocked_by_policy',
        reason: 'may not be texted: an advisor’s number does not text itself',
        retryable: false,
      },
    ])
    expect(await rowsOf('select from contact where phone = $1', free.number)).toEqual([])
    expect(
      await rowsOf(
        'select from outbox join message on message.id = message_id where message.phone = $1',
        free.number,
      ),
    ).toEqual([])
    const asked = await free.ask([free.number])
    expect(asked.body).toMatchObject({ successes: [], failureDetails: [{ code: 'blocked_by_policy' }] })
  })

  it('can accompany accepted recipients without affecting them', async () => {
    const [willing, asked, stranger] = [newPhone(), newPhone(), newPhone()]
    await client.accept(willing)
    await client.ask([asked])
    const { body } = await client.send({ phoneNumbers: [stranger, willing, asked], text: 'Hello' })
    expect(body.successes).toHaveLength(1)
    expect(body.failureDetails.map(({ phone, code }) => [phone, code])).toEqual([
      [stranger, 'consent_required'],
      [asked, 'consent_pending'],
    ])
  })

  it('sends nothing and is journalled with the text and the rule', async () => {
    const own = await server.welcome()
    const phone = newPhone()
    await own.send({ phone, text: 'Held back' })
    expect(await rowsOf('select from message where advisor_id = $1', own.advisorId)).toHaveLength(0)
    expect(await rowsOf('select from outbox where advisor_id = $1', own.advisorId)).toHaveLength(0)
    expect(await entriesOf(own.advisorId, 'message.refused')).toMatchObject([
      {
        entry: {
          facts: {
            to: phone,
            text: 'Held back',
            code: 'consent_required',
            policy: { facts: { consent: 'none', isConsentRequired: true, hasTextingNumber: true } },
          },
        },
      },
    ])
  })
})

describe('400', () => {
  const refused: [string, object, string?][] = [
    ['no recipient', { text: 'Hello' }],
    [
      'both ways to name recipients',
      { text: 'Hello', phone: '+12025550123', phoneNumbers: ['+12025550123'] },
    ],
    ['an empty list', { text: 'Hello', phoneNumbers: [] }],
    [
      'more than 100',
      { text: 'Hello', phoneNumbers: Array.from({ length: 101 }, (_, i) => `+1202555${1_000 + i}`) },
    ],
    ['a number that is not E.164', { text: 'Hello', phone: '2025550123' }],
    [
      'one such number among valid ones',
      { text: 'Hello', phoneNumbers: ['+12025550123', '+1 202 555 0123'] },
    ],
    ['no text', { phone: '+12025550123' }],
    ['a text of white space', { text: ' \n\t ', phone: '+12025550123' }],
    ['1,601 characters', { text: 'a'.repeat(1_601), phone: '+12025550123' }],
    ['deliveryDate without scheduleDelivery', { text: 'a', phone: '+12025550123', deliveryDate: 1.8e12 }],
    ['frequency without scheduleDelivery', { text: 'a', phone: '+12025550123', frequency: 1 }],
  ]
  it.each<[string, unknown]>([
    ['a list', [{ url: 'https://example.com/chart.png' }]],
    ['a text', 'https://example.com/chart.png'],
    ['an object', { uploadId: 7 }],
  ])(
    'media, which is not supported yet, as %s: refused by field name, and nothing is sent',
    async (_, media) => {
      const own = await server.welcome({ isConsentRequired: false })
      const phone = newPhone()
      const now = await own.send({ phone, text: 'Look', media })
      const later = await own.send({
        phone,
        text: 'Look',
        media,
        scheduleDelivery: true,
        deliveryDate: Date.now() + 3_600_000,
      })
      for (const { status, body } of [now, later]) {
        expect([status, body]).toMatchObject([
          400,
          {
            code: 'invalid_request',
            details: { errors: [{ path: '/media', message: 'is not supported yet: media cannot be sent' }] },
          },
        ])
      }
      const { rows } = await server.database.query('select from member where phone = $1', [phone])
      expect(rows).toEqual([])
    },
  )

  it('empty media and unknown members are valid', async () => {
    const own = await server.welcome({ isConsentRequired: false })
    for (const more of [{ media: null }, { media: [] }, { attachments: ['x'] }]) {
      const { body } = await own.send({ phone: newPhone(), text: 'Look', ...more })
      expect(body.successes).toHaveLength(1)
    }
  })

  it.each(refused)('%s, and nothing happens', async (_, body) => {
    const own = await server.welcome({ isConsentRequired: false })
    const answer = await own.send(body)
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({ code: 'invalid_request', details: { errors: expect.any(Array) } })
    for (const table of ['message', 'member', 'contact', 'outbox', 'journal']) {
      expect(await rowsOf(`select from ${table} where advisor_id = $1`, own.advisorId)).toHaveLength(0)
    }
  })
})
