import { type Installation, until } from '../installation.ts'
import { isInteger, isText } from '../matches.ts'
import type { Scenario } from '../scenario.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
const text = 'See you on Friday'
const scheduled = '/text/messaging/scheduled-messages'

const scheduledSends: Scenario = {
  name: 'scheduled sends',
  run: async ({ post, send, newFriend, newPhone }, { statement }) => {
    const phone = await newFriend()
    const inAnHour = Date.now() + 60 * minuteMs
    const result = await send({ phone, text, scheduleDelivery: true, deliveryDate: inAnHour, frequency: 0 })
    statement('1.26 4.7 4.10 2.8 D28', 'a scheduled send', result, {
      status: 200,
      body: {
        successes: [{ phone, messageId: null, memberId: isInteger, scheduleId: isInteger }],
        failures: [],
      },
    })
    const attempt = async (fields: object) => {
      const { status, body } = await send({ phone, text, ...fields })
      return status === 200 ? 200 : `${status} ${body.detail}`
    }
    const later = { scheduleDelivery: true, deliveryDate: inAnHour }
    const seconds = { ...later, deliveryDate: Math.floor(inAnHour / 1_000) }
    statement('D1 2.4', 'a date in seconds', await attempt(seconds), /^400 .*seconds/)
    const wrong = /^400 /
    for (const value of ['yes', 1, 'true']) {
      statement(
        '2.3',
        `scheduleDelivery ${value}`,
        await attempt({ ...later, scheduleDelivery: value }),
        wrong,
      )
    }
    for (const value of ['tomorrow', new Date(inAnHour).toISOString(), true]) {
      statement('2.4', `deliveryDate ${value}`, await attempt({ ...later, deliveryDate: value }), wrong)
    }
    for (const value of [1.5, -1, 7, '1']) {
      statement('2.5 D27', `frequency ${value}`, await attempt({ ...later, frequency: value }), wrong)
    }
    for (const value of [0, 1, 2, 3, 4, 5, 6]) {
      statement('2.5 D27', `frequency ${value}`, await attempt({ ...later, frequency: value }), 200)
    }
    const float = `{"phone":"${phone}","text":"${text}","scheduleDelivery":true,"deliveryDate":${inAnHour}.0,"frequency":1.0}`
    // As text: JSON.stringify would write 1.
    statement('2.5 2.4', 'numbers written with .0', await post('/text/messaging/messages', float), {
      status: 200,
      body: { successes: [{ phone, scheduleId: isInteger }] },
    })
    const at = (deliveryDate: number) => attempt({ scheduleDelivery: true, deliveryDate })
    statement('D26', 'no date', await attempt({ scheduleDelivery: true }), wrong)
    statement('D26', 'in 30 seconds', await at(Date.now() + minuteMs / 2), wrong)
    statement('D26', 'yesterday', await at(Date.now() - dayMs), wrong)
    statement('D26', 'in 90 seconds', await at(Date.now() + 1.5 * minuteMs), 200)
    statement('D26', 'in 365 days', await at(Date.now() + 365 * dayMs), 200)
    statement('D26', 'in 367 days', await at(Date.now() + 367 * dayMs), wrong)
    statement('D26 4.7', 'a date alone', await attempt({ deliveryDate: inAnHour }), wrong)
    statement('D26 4.7', 'a frequency alone', await attempt({ frequency: 1 }), wrong)
    statement('D26', 'a date with false', await attempt({ ...later, scheduleDelivery: false }), wrong)
    const refused = await send({ phone: newPhone(), text, ...later })
    statement('D28', 'without consent', refused.body, {
      successes: [],
      failureDetails: [{ code: 'consent_required' }],
    })
  },
}

async function schedule({ send }: Installation, phone: string, frequency: number): Promise<number> {
  const deliveryDate = Date.now() + 60 * minuteMs
  const { body } = await send({ phone, text, scheduleDelivery: true, deliveryDate, frequency })
  return body.successes[0]?.scheduleId ?? 0
}

/** Moves a schedule, so that it is due now. */
const makeDue = ({ service }: Installation, scheduleId: number): Promise<unknown> =>
  service.lock(
    `update schedule set starts_at = starts_at - (next_at - now()), next_at = now() where id = ${scheduleId}`,
  )

const firing: Scenario = {
  name: 'a scheduled text fires once, at its time',
  run: async (installation, { statement }) => {
    const { get, newFriend, textsOn, reply, consentOf } = installation
    const [phone, leaving] = await Promise.all([newFriend(), newFriend()])
    const [once, daily, refused] = await Promise.all([
      schedule(installation, phone, 0),
      schedule(installation, phone, 1),
      schedule(installation, leaving, 1),
    ])
    statement('1.26', 'nothing is sent before', (await textsOn(phone)).includes(text), false)
    await reply(leaving, 'STOP')
    await until(
      () => consentOf(leaving),
      ({ body }) => body['optedOut'] === true,
    )
    const waiting = await get(`${scheduled}/${refused}`)
    statement('D28', 'a waiting text after STOP', waiting.body, { status: 'active', optedOut: true })
    await Promise.all([once, daily, refused].map(scheduleId => makeDue(installation, scheduleId)))
    const firedOf = (scheduleId: number) =>
      until(
        () => get(`${scheduled}/${scheduleId}`),
        ({ body }) => Array.isArray(body['firings']) && body['firings'].length > 0,
      )
    const [first, second, third] = await Promise.all([once, daily, refused].map(firedOf))
    statement('1.26 D28', 'once', first?.body, {
      status: 'ended',
      endReason: 'fired',
      firings: [{ outcome: 'accepted', messageId: isInteger }],
    })
    statement('D27 D28', 'daily', second?.body, {
      status: 'active',
      nextDeliveryDate: (value: unknown) => Number(value) > Date.now(),
      firings: [{ outcome: 'accepted' }],
    })
    statement('D28', 'an opted-out recipient', third?.body, {
      status: 'ended',
      endReason: 'opted_out',
      firings: [{ outcome: 'refused', code: 'opted_out' }],
    })
    const texts = await until(
      () => textsOn(phone),
      list => list.filter(each => each === text).length === 2,
    )
    statement('1.26', 'texts on the phone', texts.filter(each => each === text).length, 2)
    statement('D28', 'texts after STOP', (await textsOn(leaving)).includes(text), false)
  },
}

const managing: Scenario = {
  name: 'scheduled texts: list, get, edit, cancel',
  run: async (installation, { statement }) => {
    const { advisors, get, put, remove, newFriend } = installation
    const phone = await newFriend()
    const scheduleId = await schedule(installation, phone, 4)
    const path = `${scheduled}/${scheduleId}`
    const listed = await get(`${scheduled}?phone=${encodeURIComponent(phone)}`)
    statement('2.88 5.13', 'the list', listed.body, { data: [{ scheduleId, phone, status: 'active' }] })
    const other = { token: advisors[1]?.accessToken ?? '' }
    const denied = await Promise.all([
      get(path, other),
      put(path, { text: 'Mine' }, other),
      remove(path, other),
    ])
    statement(
      'D18',
      'another advisor',
      denied.map(({ status }) => status),
      [404, 404, 404],
    )
    statement('5.14', 'an edit', (await put(path, { text: 'Changed' })).status, 200)
    statement('D28', 'the edited text', (await get(path)).body, { text: 'Changed', timeZone: isText })
    statement('D7', 'a cancellation', await remove(path), { status: 204, text: '' })
    statement('D28', 'the canceled text', (await get(path)).body.status, 'cancelled')
  },
}

export const scheduleScenarios: readonly Scenario[] = [scheduledSends, firing, managing]
