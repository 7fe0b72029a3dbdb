import { randomInt, randomUUID } from 'node:crypto'
import { type Operation, operations } from '@parley/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApp } from '../../src/app.ts'
import type { HttpServer } from '../../src/platform/http/server.ts'
import { createLogger } from '../../src/platform/telemetry/logger.ts'
import { runSealer } from '../../src/sealing/index.ts'
import { useTestDatabase } from '../database/database.ts'
import { matrix, type Target, tomorrow } from '../http/isolation-matrix.ts'
import { createTokenIssuer, createVisitor, type Visitor } from '../people/access-tokens.ts'
import { grantAccess } from '../people/people.ts'
import { guardSettings } from '../servers/guard.ts'
import { testOrigin } from '../servers/http.ts'

const { database, sealer } = await useTestDatabase()
let app: HttpServer

const addressOf = ({ path }: Operation): string => `/v1${path.replace(/\{\w+\}/, ':id')}`
const served = (): Operation[] =>
  Object.values<Operation>(operations).filter(operation =>
    app.hasRoute({ method: operation.method, url: `/v1${operation.path.replace(/\{(\w+)\}/g, ':$1')}` }),
  )

type Credentials = Record<string, string>
let victim: Visitor
let stranger: Visitor
let target: Target
let ownContactId: number
let strangers: Record<string, { credentials: Credentials; refusal?: 401 | 403 }>

beforeAll(async () => {
  app = await createApp({
    config: {
      ...guardSettings,
      cell: 1,
      trustedProxies: [],
      secretKey: Buffer.alloc(32, 1),
    },
    database,
    log: createLogger('silent'),
    metrics: { render: async () => '' },
  })
  const issuer = await createTokenIssuer(database)
  victim = await createVisitor(database, testOrigin)
  stranger = await createVisitor(database, testOrigin)
  const ownGrant = await grantAccess(database, stranger.advisor.id, victim.application.id)
  const bearer = async (visitor: Visitor, changed: Record<string, unknown> = {}): Promise<string> =>
    `Bearer ${await issuer.sign(visitor.claims(changed))}`
  const sameApplication = {
    authorization: await bearer(stranger, { client_id: victim.application.clientId, gid: ownGrant }),
    'x-api-key': victim.apiKey,
  }
  strangers = {
    'another advisor with the same application': { credentials: sameApplication },
    'another advisor with another application': {
      credentials: { authorization: await bearer(stranger), 'x-api-key': stranger.apiKey },
    },
    'another application with this advisor’s token': {
      credentials: { authorization: await bearer(victim), 'x-api-key': stranger.apiKey },
      refusal: 403,
    },
    'a token that names this advisor and another’s grant': {
      credentials: {
        authorization: await bearer(stranger, {
          advisor_id: victim.advisor.id,
          sub: victim.advisor.identifier,
        }),
        'x-api-key': stranger.apiKey,
      },
      refusal: 401,
    },
    'another environment': {
      credentials: {
        authorization: await bearer(victim, { iss: 'https://other.test', aud: 'https://other.test/v1' }),
        'x-api-key': victim.apiKey,
      },
      refusal: 401,
    },
  }
  const owner = { authorization: await bearer(victim), 'x-api-key': victim.apiKey }
  const phone = '+12025550188'
  const contactId = await create('/v1/core/contact/contacts', owner, { firstName: 'Secret', phone })
  await database.query(`update contact set external_id = 'theirs' where id = $1`, [contactId])
  const groupId = await create('/v1/core/contact/groups', owner, { name: 'Secret', externalGroupId: 'x' })
  await inject('PUT', `/v1/core/contact/contacts/${contactId}/groups`, owner, { groupIds: [groupId] })
  await allowTexting(victim)
  await allowTexting(stranger)
  const sent = await inject('POST', '/v1/text/messaging/messages', owner, { phone, text: 'Secret' })
  const scheduled = await inject('POST', '/v1/text/messaging/messages', owner, {
    phone,
    text: 'Secret',
    ...tomorrow(),
  })
  const sharedPhone = '+12025550189'
  await create('/v1/core/contact/contacts', owner, { firstName: 'Secret', phone: sharedPhone })
  target = {
    contactId,
    groupId,
    phone,
    sharedPhone,
    ...scheduled.json<{ successes: [Pick<Target, 'scheduleId'>] }>().successes[0],
    ...sent.json<{ successes: [Pick<Target, 'memberId' | 'messageId'>] }>().successes[0],
    eventId: await sealedEvent(),
  }
  await database.query(
    `insert into simulator_text (phone, number, reference, text)
     select $1, number, '1', 'Secret' from texting_number where advisor_id = $2`,
    [phone, victim.advisor.id],
  )
  ownContactId = await create('/v1/core/contact/contacts', sameApplication, { firstName: 'Own' })
})
afterAll(() => app.close())

/** Each call has its own address: a single one with so many failures would be throttled. */
const inject = (method: Operation['method'], url: string, headers: Credentials, payload?: object) =>
  app.inject({
    method,
    url,
    headers: { ...headers, host: 'parley.test' },
    remoteAddress: `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`,
    ...(payload && { payload }),
  })

/** An event of the victim, once it is in the log. */
async function sealedEvent(): Promise<string> {
  const sealing = runSealer({ database: sealer, log: createLogger('silent') })
  const newest = 'select entry_id as id from log_entry where owner_id = $1 order by seq desc limit 1'
  const find = () => database.query<{ id: number }>(newest, [victim.advisor.id])
  let { rows } = await find()
  while (rows.length === 0) ({ rows } = await find())
  await sealing.stop()
  return `evt_${rows[0]?.id}`
}

async function create(url: string, credentials: Credentials, payload: object): Promise<number> {
  const answer = await inject('POST', url, credentials, payload)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<{ id: number }>().id
}

async function allowTexting({ advisor }: Visitor): Promise<void> {
  await database.query('insert into texting_number (advisor_id, number) values ($1, $2)', [
    advisor.id,
    `+1202${String(advisor.id).padStart(7, '0')}`,
  ])
  await database.query(
    `insert into texting_policy
       (firm_id, version, consent_required, consent_request_text, help_text, stop_confirmation_text, decided_by)
     values ($1, 1, false, 'May I?', 'Help', 'Stopped', 'test')`,
    [advisor.firmId],
  )
}

/** All of the victim's data, as one string. */
async function belongings(): Promise<string> {
  const tables = [
    'contact',
    'contact_group',
    'membership',
    'address_book',
    'member',
    'journal',
    'message',
    'outbox',
    'consent_event',
    'schedule',
    'schedule_firing',
  ]
  const rows = await Promise.all(
    tables.map(table =>
      database.query(`select * from ${table} as belonging where advisor_id = $1 order by belonging::text`, [
        victim.advisor.id,
      ]),
    ),
  )
  const texts = await database.query(`select * from simulator_text where number = '+12025550101' order by id`)
  return JSON.stringify([...rows, texts].map(result => result.rows))
}

describe('an advisor’s data', () => {
  it('is used by no operation that this test does not cover', () => {
    expect(served().map(({ id }) => id)).not.toHaveLength(0)
    for (const { id } of served()) expect(matrix, 'place the operation in the matrix').toHaveProperty([id])
  })

  it('can be neither read nor changed by anyone else, in 2,000 calls', async () => {
    const before = await belongings()
    const calls = served().flatMap(operation =>
      (matrix[operation.id]?.(target) ?? []).flatMap(call =>
        Object.entries(strangers).map(([who, how]) => ({ operation, call, who, ...how })),
      ),
    )
    const ids = (['contactId', 'groupId', 'memberId', 'messageId', 'scheduleId'] as const).map(
      name => `"${name}":${target[name]}\\b`,
    )
    const hidden = new RegExp(['Secret', target.phone.slice(1), ...ids].join('|'))
    for (let index = 0; index < 2_000; index += 1) {
      const { operation, call, who, credentials, refusal } = calls[
        index % calls.length
      ] as (typeof calls)[number]
      const id = call.path === 'own' ? String(ownContactId) : (call.path ?? '')
      const url = `${addressOf(operation).replace(':id', id)}?${call.query ?? ''}&unrelated=${randomUUID()}`
      const answer = await inject(operation.method, url, credentials, call.body)
      const told = `${who}: ${operation.id} ${answer.body}`
      if (refusal !== undefined) expect(answer.statusCode, told).toBe(refusal)
      else if (call.owed === 'nothing of it') expect(answer.statusCode, told).toBe(200)
      else expect(answer.statusCode, told).toBe(call.owed)
      const { instance: _instance, ...shown } = answer.json() as Record<string, unknown>
      expect(JSON.stringify(shown), told).not.toMatch(hidden)
    }
    expect(await belongings()).toBe(before)
  })
})
