import { until } from '../installation.ts'
import { isDateTime, isInteger, isNumber, isText, oneOf } from '../matches.ts'
import type { Scenario } from '../scenario.ts'

const text = 'Your papers are ready 📄'

const canonicalFlow: Scenario = {
  name: 'canonical flow',
  run: async ({ get, send, requestConsent, consentOf, newPhone, reply, textsOn }, { statement }) => {
    const phone = newPhone()
    const unknown = await consentOf(phone)
    statement('4.24 7.20', 'lookup of an unknown number', unknown, {
      status: 404,
      body: { code: 'not_found' },
    })

    const startedMs = Date.now()
    const refused = await send({ phone, text })
    statement('1.15 4.6 4.8 1.13 1.14', 'a first send', refused.status, 200)
    statement('1.8 3.5 7.3 1.19', 'it is refused in a 200', refused.body, {
      successes: [],
      failures: [isText],
    })
    statement('2.10 2.11 2.12 D37 9.4 2.14', 'the sentence', refused.body.failures, [
      new RegExp(`^\\${phone}: .*consent`),
    ])
    statement('2.13 D38', 'the details', refused.body.failureDetails, [
      { phone, memberId: isInteger, code: 'consent_required', reason: isText, retryable: false },
    ])

    const none = await consentOf(phone)
    statement('4.19 4.21 1.4 3.1 2.22 2.24', 'the state before a request', none, {
      status: 200,
      body: { memberId: isInteger, state: 'none', lastChanged: isNumber, optedOut: undefined },
    })
    statement(
      'D43 D1',
      'lastChanged of a new member',
      none.body.lastChanged,
      (value: unknown) => Math.abs(Number(value) - startedMs) < 60_000,
    )

    const asked = await requestConsent([phone])
    statement('1.16 4.12 2.18 2.19 2.20', 'a consent request', asked, {
      status: 200,
      body: { successes: [{ phone, memberId: none.body.memberId, consentState: 'pending' }] },
    })
    statement('2.21', 'its failures', asked.body.failures, [])
    statement('2.23 3.2', 'the state after a request', (await consentOf(phone)).body.state, 'pending')
    const waiting = await send({ phone, text })
    statement('D38', 'a send while pending', waiting.body.failureDetails, [{ code: 'consent_pending' }])

    const received = await until(
      () => textsOn(phone),
      texts => texts.length > 0,
    )
    statement('1.3', 'the text of the request', received, [/YES.*STOP/s])
    await reply(phone, 'YES')
    const accepted = await until(
      () => consentOf(phone),
      ({ body }) => body.state === 'accepted',
    )
    statement('1.17 3.3 2.23 6.1', 'the state after YES', accepted, {
      status: 200,
      body: { state: 'accepted' },
    })

    const sent = await send({ phone, text })
    statement('1.18 3.3 2.6 2.7 2.9 4.9 1.11', 'the same send again', sent, {
      status: 200,
      body: {
        successes: [{ phone, messageId: isInteger, memberId: none.body.memberId }],
        failures: [],
        failureDetails: [],
      },
    })
    const messageId = sent.body.successes[0]?.messageId
    const read = () => get(`/text/messaging/messages/${messageId}`)
    statement(
      '1.28 D39',
      'the status right after',
      (await read()).body.status,
      oneOf('accepted', 'submitted', 'delivered'),
    )
    const delivered = await until(read, ({ body }) => body.status === 'delivered')
    statement('1.27 6.2 9.6 D39', 'the delivery status', delivered, {
      status: 200,
      body: {
        messageId,
        memberId: none.body.memberId,
        phone,
        status: 'delivered',
        reason: undefined,
        dateTimeCreated: isDateTime,
        dateTimeUpdated: isDateTime,
      },
    })
    statement('1.18', 'the text on the phone', (await textsOn(phone)).includes(text), true)

    const stranger = newPhone()
    const again = await requestConsent([stranger, phone])
    statement('3.4 4.15 7.16 D35', 'a request to a number that accepted', again, {
      status: 400,
      body: { code: 'invalid_request', details: { accepted: [phone] } },
    })
    statement('D35', 'the other number was not asked', (await consentOf(stranger)).status, 404)
  },
}

const createdContact: Scenario = {
  name: 'an unknown number becomes a contact',
  run: async ({ get, send, requestConsent, newPhone }, { statement, otherwise }) => {
    const [texted, asked] = [newPhone(), newPhone()]
    await Promise.all([send({ phone: texted, text: 'Hello' }), requestConsent([asked])])
    const find = async (phone: string) => {
      const { body } = await get(`/core/contact/contacts?phone=${encodeURIComponent(phone)}`)
      return Promise.all(
        body.data.map(
          async ({ contactId }) => (await get(`/core/contact/contacts/${String(contactId)}`)).body,
        ),
      )
    }
    const created = { source: 2, sourceText: 'Texting', isCrmLinkedContact: false }
    statement('1.21 D44', 'after a send', await find(texted), [
      { ...created, phone: texted, firstName: texted },
    ])
    statement('4.16 D44', 'after a consent request', await find(asked), [
      { ...created, phone: asked, firstName: asked },
    ])
    otherwise('CRM data', '1.22', 'nothing comes from a CRM', await find(texted), [
      { remoteContactId: undefined, remoteContactUrl: undefined, customFields: [] },
    ])
    const rush = newPhone()
    const answers = await Promise.all(Array.from({ length: 20 }, () => send({ phone: rush, text: 'Hello' })))
    const members = new Set(answers.map(({ body }) => body.failureDetails[0]?.['memberId']))
    statement('D41', 'members after 20 sends at once', members.size, 1)
    statement('1.21', 'contacts after 20 sends at once', (await find(rush)).length, 1)
  },
}

const existingContacts: Scenario = {
  name: 'texting changes no existing contact',
  run: async ({ get, post, send, requestConsent, newPhone, reply, consentOf }, { statement }) => {
    const phone = newPhone()
    const { body } = await post('/core/contact/contacts', { firstName: 'Noor', lastName: 'Haddad', phone })
    const read = async () => (await get(`/core/contact/contacts/${body.id}`)).text
    const before = await read()
    await send({ phone, text: 'Hello' })
    statement('1.23', 'after a send', await read(), before)
    await requestConsent([phone])
    statement('4.17', 'after a consent request', await read(), before)
    await reply(phone, 'YES')
    await until(
      () => consentOf(phone),
      answer => answer.body.state === 'accepted',
    )
    await send({ phone, text: 'Hello' })
    statement('1.23 4.17', 'after a reply and a text', await read(), before)
    const { pageInfo } = (await get(`/core/contact/contacts?phone=${encodeURIComponent(phone)}`)).body
    statement('1.23', 'contacts with the number', pageInfo['totalRecord'], 1)
  },
}

const archive: Scenario = {
  name: 'every text is in the journal, from the advisor’s number',
  run: async ({ service, advisors, send, newPhone, newFriend, reply }, { statement }) => {
    const friend = await newFriend()
    const stranger = newPhone()
    const sent = await send({ phoneNumbers: [friend, stranger], text: 'For the archive' })
    await reply(friend, 'Thank you for the archive')
    const messageId = sent.body.successes[0]?.messageId
    const entriesOf = (phone: string) =>
      service.query<{ kind: string; text: string | null; from: string | null }>(
        `select kind, entry -> 'facts' ->> 'text' as text, entry -> 'facts' ->> 'from' as from from journal_entry
         where kind like 'message.%' and entry::text like '%${phone}%' order by occurred_at, id`,
      )
    const entries = await until(
      () => entriesOf(friend),
      list => list.some(({ text: said }) => said === 'Thank you for the archive'),
    )
    const texts = entries.map(entry => entry.text)
    statement('1.9', 'request, text and replies', texts, (value: unknown) =>
      [/YES/, /^YES$/, /^For the archive$/, /^Thank you for the archive$/].every(
        pattern => Array.isArray(value) && value.some(each => pattern.test(String(each))),
      ),
    )
    statement('1.9', 'the refused text', await entriesOf(stranger), [
      { kind: 'message.refused', text: 'For the archive' },
    ])
    const number = advisors[0]?.textingNumber ?? ''
    const rows = await service.query(`select number from message where id = ${messageId}`)
    statement('1.2', 'the sender', rows, [{ number }])
    const change = await service
      .lock(`update journal set kind = 'changed' where kind = 'message.refused'`)
      .then(
        () => 'changed',
        (error: Error) => error.message,
      )
    statement('1.9', 'a change of the journal', change, /journal refuses update/)
  },
}

export const flowScenarios: readonly Scenario[] = [canonicalFlow, createdContact, existingContacts, archive]
