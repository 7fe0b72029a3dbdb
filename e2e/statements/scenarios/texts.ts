import { until } from '../installation.ts'
import { isText, listOf } from '../matches.ts'
import type { Scenario } from '../scenario.ts'

const textField: Scenario = {
  name: 'the text of a send',
  run: async ({ send, newFriend, textsOn }, { statement }) => {
    const phone = await newFriend()
    const attempt = async (text: unknown) => (await send({ phone, text })).status
    statement(
      '2.1',
      'types',
      await Promise.all([attempt(5), attempt(true), attempt(['a']), attempt({})]),
      [400, 400, 400, 400],
    )
    statement(
      '2.1 D24',
      'absent, empty, blank',
      await Promise.all([attempt(undefined), attempt(''), attempt(' \n ')]),
      [400, 400, 400],
    )
    statement('D24', '1,601 characters', await attempt('x'.repeat(1_601)), 400)
    statement('D24', '1,600 with white space', await attempt(`  ${'x'.repeat(1_596)}  `), 200)
    statement('D24', '1,600 and a space', await attempt(`${'x'.repeat(1_600)} `), 400)
    statement('D24', '800 emoji', await attempt('📄'.repeat(800)), 200)
    statement('D24', '801 emoji', await attempt('📄'.repeat(801)), 400)
    statement('D24', 'nothing visible', await attempt('\u200b\u3164'), 400)
    statement('D24', 'a control character', await attempt('a\u0007'), 400)
    const sample = 'Zoë, naïve: 文字 “quotes” – 👩🏽‍💼'
    statement('2.1', 'Unicode', await attempt(sample), 200)
    const texts = await until(
      () => textsOn(phone),
      list => list.includes(sample),
    )
    statement('2.1', 'Unicode on the phone', texts.includes(sample), true)
    const problem = await send({ phone })
    statement('4.11 D9', 'a problem', problem, {
      status: 400,
      body: { code: 'invalid_request', details: { errors: listOf({ path: isText, message: isText }) } },
    })
  },
}

const fieldsOfOtherKinds: Scenario = {
  name: 'unknown fields, nulls and defaults of typed clients',
  run: async ({ post, send, newFriend, textsOn }, { statement, otherwise }) => {
    const phone = await newFriend()
    const text = 'Only this once'
    const extra = await send({ phone, text, colour: 'red', nested: { deep: [1] } })
    statement('7.29', 'unknown fields in a send', extra, { status: 200, body: { successes: [{ phone }] } })
    const created = await post('/core/contact/contacts', { firstName: 'Ada', shoeSize: 38 })
    statement('7.29', 'unknown fields in a contact', created.status, 200)
    const nulls = {
      phoneNumbers: null,
      scheduleDelivery: null,
      deliveryDate: null,
      frequency: null,
      media: null,
    }
    statement('2.3 2.4 2.5', 'nulls are absent', (await send({ phone, text, ...nulls })).body.successes, [
      { phone },
    ])
    const zeros = { scheduleDelivery: false, deliveryDate: 0, frequency: 0 }
    statement('2.3 2.4 2.5 D26', 'zeros are absent', (await send({ phone, text, ...zeros })).body.successes, [
      { phone },
    ])
    const row = 'Planned fields that are not supported yet (`media` on a send)'
    const media = await send({ phone, text: 'With a picture', media: [{ url: 'https://a.example/b.png' }] })
    otherwise(row, '1.25 9.5', 'a send with media', media, {
      status: 400,
      body: { code: 'invalid_request', details: { errors: [{ path: '/media' }] } },
    })
    statement('1.24', 'an empty list of media', (await send({ phone, text, media: [] })).status, 200)
    // Texts to one phone arrive in order, so after the last one nothing is on its way.
    await send({ phone, text: 'The last one' })
    const texts = await until(
      () => textsOn(phone),
      list => list.includes('The last one'),
    )
    statement('7.29 2.3 2.4 2.5', 'texts on the phone', texts.filter(each => each === text).length, 4)
    statement('1.24', 'texts whose media was refused', texts.includes('With a picture'), false)
  },
}

const deliveryStatus: Scenario = {
  name: 'delivery status of the scripted numbers',
  run: async ({ advisors, get, send, requestConsent, reply, consentOf }, { statement }) => {
    const scripted: readonly [string, string, unknown][] = [
      ['9001', 'undelivered', isText],
      ['9002', 'submitted', undefined],
      ['9005', 'failed', isText],
      ['9008', 'delivered', undefined],
      ['9012', 'delivered', undefined],
    ]
    const results = await Promise.all(
      scripted.map(async ([digits, status, reason]) => {
        const phone = `+1303555${digits}`
        await requestConsent([phone])
        await reply(phone, 'YES')
        await until(
          () => consentOf(phone),
          ({ body }) => body.state === 'accepted',
        )
        const sent = await send({ phone, text: 'How does this end?' })
        const messageId = sent.body.successes[0]?.messageId
        const read = () => get(`/text/messaging/messages/${messageId}`)
        const ended = await until(read, ({ body }) => body.status === status)
        return { digits, sent, ended, expected: { status: 200, body: { phone, status, reason } } }
      }),
    )
    for (const { digits, sent, ended, expected } of results) {
      statement('1.28', `${digits} is accepted`, sent.body.successes.length, 1)
      statement('D39 6.2 1.28', `${digits} ends`, ended, expected)
    }
    const other = await get(`/text/messaging/messages/${results[0]?.sent.body.successes[0]?.messageId}`, {
      token: advisors[1]?.accessToken ?? '',
    })
    statement('D18', 'another advisor’s message', other, { status: 404, body: { code: 'not_found' } })
    statement('D39', 'an unknown message', await get('/text/messaging/messages/9007199254740991'), {
      status: 404,
    })
  },
}

export const textScenarios: readonly Scenario[] = [textField, fieldsOfOtherKinds, deliveryStatus]
