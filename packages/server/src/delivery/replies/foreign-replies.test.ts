// Replies delivered by a carrier the number is not routed through: they close the gate and never open it.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createSecretKeys } from '../../../test/people/create-secret-keys.ts'
import {
  newPhone,
  startTexting,
  type TextingClient,
  type TextingServer,
} from '../../../test/servers/texting-server.ts'
import { rotateSigningKey } from '../../identity/index.ts'
import { carrierEvents } from '../carrier-events.ts'
import { addCarrier } from '../carriers/add-carrier.ts'
import { changeCarrier } from '../carriers/change-carrier.ts'
import { routeNumbers } from '../carriers/route-numbers.ts'

let server: TextingServer
let client: TextingClient
const secretKeys = createSecretKeys()
const warnings: string[] = []

beforeAll(async () => {
  server = await startTexting()
  await rotateSigningKey(server.database, secretKeys, { afterSeconds: 3_600 })
  for (const name of ['own', 'second', 'third']) {
    await addCarrier(
      server.database,
      { environment: 'production', secretKeys, operator: 'test' },
      {
        name,
        settings: { kind: 'smpp', host: '127.0.0.1', port: 1, tls: {} },
        credentials: { systemId: 'us', password: 'secret' },
        textsPerSecond: null,
        isDefault: name === 'own',
      },
    )
  }
})
afterAll(() => server.close())
beforeEach(async () => {
  client = await server.welcome()
  warnings.length = 0
})

let seconds = 0
const say = async (carrier: string, phone: string, text: string): Promise<void> => {
  const events = carrierEvents(server.database, carrier, {
    warn: (_fields, message) => void warnings.push(message),
  })
  const sentAt = new Date(Date.now() - 3_600_000 + 1_000 * seconds++)
  await events.receiveTexts([
    { carrierMessageId: randomUUID(), from: phone, to: client.number, text, sentAt },
  ])
}

const stateOf = async (phone: string): Promise<string | undefined> => {
  const { rows } = await server.database.query<{ consent: string }>(
    'select consent from member where advisor_id = $1 and phone = $2',
    [client.advisorId, phone],
  )
  return rows[0]?.consent
}

/** A recipient who was asked over an hour ago. */
const asked = async (): Promise<string> => {
  const phone = newPhone()
  await client.ask([phone])
  await server.database.query(
    `update member set consent_changed_at = consent_changed_at - interval '2 hours' where phone = $1`,
    [phone],
  )
  return phone
}

const foreign = 'YES or START ignored: the number is not routed through this carrier'

describe('a carrier the number was never routed through', () => {
  it('cannot deliver a YES; the reply is archived and a warning logged', async () => {
    const phone = await asked()
    await say('second', phone, 'YES')
    expect(await stateOf(phone)).toBe('pending')
    expect(warnings).toEqual([foreign])
    const { rows } = await server.database.query<{ facts: object }>(
      `select entry->'facts' as facts from journal_entry where advisor_id = $1 and kind = 'message.received'`,
      [client.advisorId],
    )
    expect(rows).toMatchObject([{ facts: { text: 'YES', ignored: 'from another carrier' } }])
    await say('own', phone, 'YES')
    expect(await stateOf(phone)).toBe('accepted')
  })

  it('can deliver a STOP, which its own START does not undo', async () => {
    const phone = await asked()
    await say('own', phone, 'YES')
    await say('second', phone, 'STOP')
    expect(await stateOf(phone)).toBe('opted_out')
    await say('second', phone, 'START')
    expect(await stateOf(phone)).toBe('opted_out')
    await say('own', phone, 'START')
    expect(await stateOf(phone)).toBe('accepted')
  })

  it('cannot outdate a STOP still in transit', async () => {
    const phone = await asked()
    await say('own', phone, 'YES')
    const stop = new Date(Date.now() - 3_600_000 + 1_000 * seconds++)
    await say('second', phone, 'START')
    await carrierEvents(server.database, 'own', { warn: () => {} }).receiveTexts([
      { carrierMessageId: randomUUID(), from: phone, to: client.number, text: 'STOP', sentAt: stop },
    ])
    expect(await stateOf(phone)).toBe('opted_out')
  })
})

describe('a carrier the number was routed through', () => {
  it('can open the gate for 90 days after the number was rerouted', async () => {
    await routeNumbers(server.database, 'second', [client.number])
    await routeNumbers(server.database, 'third', [client.number])
    for (const carrier of ['own', 'second', 'third']) {
      const phone = await asked()
      await say(carrier, phone, 'YES')
      expect([carrier, await stateOf(phone)]).toEqual([carrier, 'accepted'])
    }
    await server.owner.query(`update former_carrier_number set left_at = now() - interval '91 days'`)
    for (const [carrier, state] of [
      ['own', 'pending'],
      ['second', 'pending'],
      ['third', 'accepted'],
    ] as const) {
      const phone = await asked()
      await say(carrier, phone, 'YES')
      expect([carrier, await stateOf(phone)]).toEqual([carrier, state])
    }
  })

  it('can open the gate if it was the default for the number', async () => {
    const operate = { environment: 'production', secretKeys: () => secretKeys, operator: 'test' } as const
    await changeCarrier(server.database, operate, 'second', { isDefault: true })
    const phones = [await asked(), await asked(), await asked()] as const
    await say('own', phones[0], 'YES')
    await say('second', phones[1], 'YES')
    await say('third', phones[2], 'YES')
    expect(await Promise.all(phones.map(stateOf))).toEqual(['accepted', 'accepted', 'pending'])
    await changeCarrier(server.database, operate, 'own', { isDefault: true })
  })
})
