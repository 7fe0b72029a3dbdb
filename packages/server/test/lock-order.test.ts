// Account changes, sign-ins and new lanes lock the same rows, all in one order (docs/decisions/0012-texting.md), so
// they cannot deadlock: an operator who disables a firm must not get the deadlock error.
import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, it } from 'vitest'
import { type HoldSubject, holdSending, releaseSending } from '../src/delivery/index.ts'
import { LaneFinder } from '../src/delivery/outbox/find-lanes.ts'
import {
  authorizeApplication,
  changeAdvisor,
  changeApplication,
  changeFirm,
  changePerson,
  revokeGrant,
  setFirmSignIn,
  unauthorizeApplication,
} from '../src/identity/index.ts'
import { personById } from '../src/identity/person/queries.ts'
import { personRecordOf } from '../src/identity/person/records.ts'
import { resetFactor } from '../src/identity/second-factor/reset-factor.ts'
import { endAllSessions } from '../src/identity/sessions/end-all-sessions.ts'
import { startSession } from '../src/identity/sessions/start-session.ts'
import { createPool } from '../src/platform/db/pool.ts'
import { withoutIdempotency } from '../src/platform/idempotency/idempotency.ts'
import { handOverBook } from '../src/texting/index.ts'
import { batchSends } from '../src/texting/sending/batch-sends.ts'
import { acceptTexts, createMembers, createSender, type Sender } from './carriers/texting.ts'
import { useTestDatabase } from './database/database.ts'
import { createSecretKeys } from './people/create-secret-keys.ts'
import { createApplication, grantAccess } from './people/people.ts'
import { newPhone } from './servers/texting-server.ts'

const { database, owner, url } = await useTestDatabase()
const pool = createPool({ url, size: 16, applicationName: 'test', connectTimeoutMs: 20_000 })
afterAll(() => pool.end())

const runsMs = 8_000
/** On a slow machine it goes on until everything has collided. */
const runsMaxMs = 120_000

interface Crew {
  readonly firmId: number
  readonly senders: readonly Sender[]
  readonly members: ReadonlyMap<number, readonly number[]>
}

/** Advisors of one firm. */
async function createCrew(count: number): Promise<Crew> {
  const senders = await Promise.all(Array.from({ length: count }, () => createSender(database)))
  const advisorIds = senders.map(({ advisorId }) => advisorId)
  const { rows } = await owner.query<{ firm_id: number }>(
    `update advisor set firm_id = (select firm_id from advisor where id = $1) where id = any ($2::bigint[])
     returning firm_id`,
    [advisorIds[0], advisorIds],
  )
  const members = new Map<number, readonly number[]>()
  for (const sender of senders) members.set(sender.advisorId, await createMembers(database, sender, 3))
  return { firmId: rows[0]?.firm_id ?? 0, senders, members }
}

it('there is no deadlock, and every request to disable a firm succeeds', async () => {
  const { firmId, senders, members } = await createCrew(4)
  const [one, two, three] = senders as [Sender, Sender, Sender]
  const application = await createApplication(database)
  const { clientId } = application
  const done = { firm: 0, signIns: 0, signOuts: 0, resets: 0, switches: 0, lanes: 0, handovers: 0, sends: 0 }
  const failures: string[] = []
  const beganAt = performance.now()
  const hasCollided = (): boolean =>
    done.firm > 2 &&
    done.signIns > 100 &&
    done.signOuts > 20 &&
    done.resets > 20 &&
    done.switches > 10 &&
    done.lanes > 20 &&
    done.handovers > 20 &&
    done.sends > 20
  const isOver = (): boolean => {
    const tookMs = performance.now() - beganAt
    return tookMs > runsMaxMs || (tookMs > runsMs && hasCollided())
  }
  /** Repeats until the end. A refusal because something is already disabled, held or revoked is not a failure. */
  const repeat = async (act: () => Promise<unknown>): Promise<void> => {
    while (!isOver()) {
      await act().catch((error: Error & { readonly code?: string }) => {
        if (error.code !== 'forbidden' && error.code !== 'conflict') failures.push(`${error.code} ${error}`)
      })
    }
  }
  const held = (subject: HoldSubject) => async (): Promise<void> => {
    await holdSending(pool, subject, { reason: 'A test', operator: 'sam' })
    await releaseSending(pool, subject, { actor: { kind: 'operator', name: 'sam' } })
  }
  const signIn = ({ advisorId }: Sender) =>
    repeat(async () => {
      await startSession(pool, { personId: advisorId })
      done.signIns += 1
    })
  // With pauses: if the firm's lock were shared all the time, a handover would wait for long.
  const signOut = async (): Promise<void> => {
    for (const { advisorId } of senders) {
      const actor = { kind: 'operator', name: 'sam' } as const
      await endAllSessions(pool, { personId: advisorId, owner: { advisorId }, actor, traceId: null })
      done.signOuts += 1
      await sleep(randomInt(20))
    }
  }
  const resetFactors = async (): Promise<void> => {
    for (const { advisorId } of senders) {
      const [person] = await personById(pool, [advisorId])
      if (person) await resetFactor(pool, personRecordOf(person))
      done.resets += 1
      await sleep(randomInt(20))
    }
  }
  const secretKeys = createSecretKeys()
  const setFirmOnly = (isOnly: boolean): Promise<unknown> =>
    setFirmSignIn(
      pool,
      { environment: 'sandbox', secretKeys },
      {
        firmId,
        issuer: 'https://login.harbor.example',
        clientId: 'parley',
        clientSecret: 'a-secret',
        domains: [],
        isOnly,
      },
    )
  const switchSignIn = async (): Promise<void> => {
    await setFirmOnly(true)
    await setFirmOnly(false)
    done.switches += 1
    await sleep(randomInt(50))
  }
  const handOver = async (advisorId: number, personId: number): Promise<void> => {
    await handOverBook(
      pool,
      { advisorId, personId, texts: 'hold' },
      { actor: { kind: 'operator', name: 'sam' } },
    )
    done.handovers += 1
  }
  const sendTexts = batchSends(pool)
  const send = async (advisorId: number): Promise<void> => {
    const author = { advisorId, actor: { kind: 'advisor' }, traceId: null } as const
    await sendTexts({
      send: { author, phones: [newPhone()], text: 'Good morning' },
      idempotency: withoutIdempotency,
    })
    done.sends += 1
    await sleep(randomInt(20))
  }
  const finder = new LaneFinder(pool, 'scripted')
  await Promise.all([
    ...senders.map(signIn),
    repeat(signOut),
    repeat(resetFactors),
    repeat(switchSignIn),
    repeat(held({ kind: 'advisor', id: one.advisorId, name: 'An advisor' })),
    repeat(held({ kind: 'firm', id: firmId, name: 'A firm' })),
    repeat(held({ kind: 'application', id: application.id, name: 'An application' })),
    repeat(async () => {
      await changeAdvisor(pool, two.advisorId, { active: false })
      await changeAdvisor(pool, two.advisorId, { active: true })
    }),
    ...senders.map(({ advisorId }) =>
      repeat(() => handOver(senders[randomInt(senders.length)]?.advisorId ?? 0, advisorId)),
    ),
    ...senders.map(({ advisorId }) => repeat(() => send(advisorId))),
    repeat(async () => {
      await changePerson(pool, three.advisorId, { name: `Person ${randomInt(1_000)}` })
    }),
    repeat(async () => {
      await changeFirm(pool, firmId, { active: false })
      await changeFirm(pool, firmId, { active: true })
      done.firm += 1
    }),
    repeat(async () => {
      await authorizeApplication(pool, { clientId, firmId })
      await unauthorizeApplication(pool, { clientId, firmId })
    }),
    repeat(async () => revokeGrant(pool, await grantAccess(pool, three.advisorId, application.id))),
    repeat(async () => {
      await changeApplication(pool, 'sandbox', clientId, { active: false })
      await changeApplication(pool, 'sandbox', clientId, { active: true })
    }),
    repeat(async () => {
      for (const { advisorId } of senders.toReversed()) {
        const number = `+1${randomInt(2_000_000_000, 10_000_000_000)}`
        await pool.query('insert into texting_number (advisor_id, number) values ($1, $2)', [
          advisorId,
          number,
        ])
        await acceptTexts(pool, { advisorId, number }, members.get(advisorId) ?? [])
      }
      await finder.waiting()
      done.lanes += senders.length
    }),
  ])
  expect(failures).toEqual([])
  expect([done, hasCollided()]).toEqual([done, true])
})
