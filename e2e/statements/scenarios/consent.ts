import { type Installation, taken, until } from '../installation.ts'
import { isInteger, isNumber } from '../matches.ts'
import type { Scenario } from '../scenario.ts'

/** A new number that is in the address book and was never asked. */
async function newStranger({ send, newPhone }: Installation): Promise<string> {
  const phone = newPhone()
  await send({ phone, text: 'Hello' })
  return phone
}

const untilState = (
  { consentOf }: Installation,
  phone: string,
  member: 'state' | 'declined' | 'optedOut',
  value: unknown,
) =>
  until(
    () => consentOf(phone),
    ({ body }) => body[member] === value,
  )

const help = /Reply here to reach/

/** Everything on the phone once HELP is answered, which is handled after all replies before it. */
async function textsAfterHelp({ reply, textsOn }: Installation, phone: string): Promise<string[]> {
  await reply(phone, 'HELP')
  return until(
    () => textsOn(phone),
    texts => texts.some(text => help.test(text)),
  )
}

const replies: Scenario = {
  name: 'replies: NO, other words, YES, STOP, START, HELP',
  run: async (installation, { statement }) => {
    const { service, send, requestConsent, reply } = installation
    const phone = await newStranger(installation)
    await reply(phone, 'Yes')
    await textsAfterHelp(installation, phone)
    const unasked = await installation.consentOf(phone)
    statement('D31 3.1', 'YES without a request', unasked.body.state, 'none')

    await requestConsent([phone])
    await reply(phone, 'NO')
    const declined = await untilState(installation, phone, 'declined', true)
    statement('D29 D30 3.2', 'after NO', declined.body, { state: 'pending', declined: true })
    const refused = await send({ phone, text: 'Hello' })
    statement('D38', 'a send after NO', refused.body.failureDetails, [{ code: 'consent_declined' }])
    await reply(phone, ' yes! ')
    const accepted = await untilState(installation, phone, 'state', 'accepted')
    statement('D30 D31', 'a later YES', accepted.body, { state: 'accepted', declined: undefined })

    await reply(phone, 'STOP')
    const stopped = await untilState(installation, phone, 'optedOut', true)
    statement('D29 D30 D32', 'after STOP', stopped.body, { state: 'none', optedOut: true })
    const blocked = await send({ phone, text: 'Hello' })
    statement('D38 1.8', 'a send after STOP', blocked.body.failureDetails, [{ code: 'opted_out' }])
    await reply(phone, 'START')
    const restored = await untilState(installation, phone, 'state', 'accepted')
    statement('D30', 'START after an acceptance', restored.body, { state: 'accepted', optedOut: undefined })

    const events = await service.query(
      `select event, state_before as before, state_after as after, evidence::text <> '{}' as proof from consent_event
       where member_id = ${restored.body.memberId} order by version`,
    )
    statement('D30', 'the ledger', events, [
      { event: 'requested', before: 'none', after: 'pending', proof: true },
      { event: 'declined', proof: true },
      { event: 'accepted', after: 'accepted', proof: true },
      { event: 'revoked', before: 'accepted', after: 'opted_out', proof: true },
      { event: 'restored', before: 'opted_out', after: 'accepted', proof: true },
    ])
  },
}

const automaticTexts: Scenario = {
  name: 'automatic texts: guidance, confirmation, help',
  run: async (installation, { statement }) => {
    const { requestConsent, reply, textsOn, newPhone } = installation
    const puzzled = newPhone()
    await requestConsent([puzzled])
    for (const text of ['What is this?', 'Who are you?']) await reply(puzzled, text)
    const guided = await textsAfterHelp(installation, puzzled)
    statement('D31', 'request, one guidance, help', guided, [/YES/, /YES.*STOP/s, help])
    statement('D31 3.2', 'the state', (await installation.consentOf(puzzled)).body.state, 'pending')

    const leaving = await newStranger(installation)
    await reply(leaving, 'STOP')
    await until(
      () => textsOn(leaving),
      texts => texts.length > 0,
    )
    await reply(leaving, 'Stop!')
    const texts = await textsAfterHelp(installation, leaving)
    statement('D32', 'one confirmation, and help though opted out', texts, [/opted out/, help])
    await reply(leaving, 'START')
    const back = await until(
      () => installation.consentOf(leaving),
      ({ body }) => body['optedOut'] !== true,
    )
    statement('D30', 'START without an acceptance', back.body, { state: 'none', optedOut: undefined })
  },
}

const affirmative = ['ACCEPT', 'y', 'Agree.', 'I ACCEPT', 'i agree', 'OPT IN', 'START']
const optOut = ['STOPALL', 'quit', 'END', 'Revoke', 'OPT OUT', 'opt-out', 'OPTOUT', 'cancel', 'UNSUBSCRIBE']
const plainWords = ['please stop texting me', 'Stop. Thank you']

const words: Scenario = {
  name: 'words that accept, words that opt out',
  run: async (installation, { statement }) => {
    const { requestConsent, reply, newPhone } = installation
    const yes = affirmative.map(word => ({ word, phone: newPhone() }))
    const accepted = await Promise.all(
      yes.map(async ({ word, phone }) => {
        await requestConsent([phone])
        await reply(phone, word)
        return (await untilState(installation, phone, 'state', 'accepted')).body.state
      }),
    )
    statement(
      'D31',
      affirmative.join(', '),
      accepted,
      affirmative.map(() => 'accepted'),
    )
    const stop = [...optOut, ...plainWords]
    const left = await Promise.all(
      stop.map(async word => {
        const phone = await newStranger(installation)
        await reply(phone, word)
        return (await untilState(installation, phone, 'optedOut', true)).body['optedOut']
      }),
    )
    statement(
      'D32',
      stop.join(', '),
      left,
      stop.map(() => true),
    )
  },
}

const members: Scenario = {
  name: 'members: lookup, reuse, life after the contact',
  run: async (installation, { statement }) => {
    const { get, post, remove, consentOf, send, requestConsent, newFriend, reply, newPhone } = installation
    const [phone, other] = await Promise.all([newFriend(), newFriend()])
    const { memberId } = (await consentOf(phone)).body
    const lookUp = (query: string) => get(`/text/messaging/consents?${query}`)
    const escaped = encodeURIComponent(phone)
    statement('4.20 1.12 D40', 'by member', await lookUp(`memberId=${memberId}`), {
      status: 200,
      body: { memberId, state: 'accepted', lastChanged: isNumber },
    })
    statement('D40', 'by both', (await lookUp(`memberId=${memberId}&phone=${escaped}`)).body, { memberId })
    statement(
      'D40',
      'by both, of two people',
      await lookUp(`memberId=${memberId}&phone=${encodeURIComponent(other)}`),
      { status: 400, body: { code: 'invalid_request' } },
    )
    statement('7.14 D40', 'by neither', await lookUp(''), { status: 400, body: { code: 'invalid_request' } })
    statement('4.20', 'an unknown member', await lookUp('memberId=9007199254740991'), { status: 404 })
    const sent = await send({ phone, text: 'Hello' })
    statement('1.12 D41', 'the same member in a send', sent.body.successes, [{ memberId }])

    await reply(phone, 'STOP')
    await untilState(installation, phone, 'optedOut', true)
    const found = await get(`/core/contact/contacts?phone=${escaped}`)
    await remove(`/core/contact/contacts/${String(found.body.data[0]?.['contactId'])}`)
    statement('D42 7.20 4.24', 'lookup without the contact', await consentOf(phone), {
      status: 404,
      body: { code: 'not_found' },
    })
    const asked = await requestConsent([phone])
    statement('D42 D33', 'a request without the contact', asked.body.failureDetails, [{ code: 'opted_out' }])
    await post('/core/contact/contacts', { firstName: 'Back', phone })
    statement('D42 D41', 'the contact comes back', (await consentOf(phone)).body, {
      memberId,
      optedOut: true,
    })

    const shared = newPhone()
    const pair = await Promise.all(
      ['Ana', 'Ben'].map(firstName => post('/core/contact/contacts', { firstName, phone: shared })),
    )
    statement(
      'D46',
      'two contacts with one phone',
      pair.map(({ status }) => status),
      [200, 200],
    )
    const list = await get(`/core/contact/contacts?phone=${encodeURIComponent(shared)}`)
    statement('D46', 'both are found', list.body.pageInfo, { totalRecord: 2 })
    const one = await consentOf(shared)
    statement('D46 D41 D43', 'one member', one, { status: 200, body: { memberId: isInteger, state: 'none' } })
  },
}

const askingAgain: Scenario = {
  name: 'asking again',
  run: async ({ service, requestConsent, consentOf, newPhone, textsOn, reply }, { statement }) => {
    const phone = newPhone()
    const asked = { status: 200, body: { successes: [{ phone, consentState: 'pending' }], failures: [] } }
    await requestConsent([phone])
    statement('4.14 8.6', 'a second request at once', await requestConsent([phone]), asked)
    await taken(service, phone)
    const { memberId } = (await consentOf(phone)).body
    const past = `now() - interval '11 seconds'`
    await service.lock(
      `update member set asked_at = ${past}, consent_changed_at = ${past} where id = ${memberId}`,
    )
    statement('4.14 4.23 8.6', 'a third request a little later', await requestConsent([phone]), asked)
    const texts = await until(
      () => textsOn(phone),
      ({ length }) => length > 1,
    )
    statement('4.14', 'requests on the phone', texts.length, 2)
    await reply(phone, 'NO')
    await until(
      () => consentOf(phone),
      ({ body }) => body['declined'] === true,
    )
    const declined = await requestConsent([phone])
    statement('D38', 'the code of a request after a NO', declined.body.failureDetails, [
      { phone, code: 'consent_declined', mayAskAt: isNumber },
    ])
  },
}

export const consentScenarios: readonly Scenario[] = [replies, automaticTexts, words, members, askingAgain]
