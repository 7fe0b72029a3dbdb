// Disabled or held subjects send nothing that is not claimed yet, whatever the worker is doing at that moment.
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { dispatchers } from '../../../test/carriers/dispatchers.ts'
import { createScriptedCarrier } from '../../../test/carriers/scripted-carrier.ts'
import {
  acceptTexts,
  createMembers,
  createSender,
  eventually,
  outboxSize,
  readTexts,
  type Sender,
} from '../../../test/carriers/texting.ts'
import { useTestDatabase } from '../../../test/database/database.ts'
import {
  authorizeForFirm,
  createApplication,
  grantAccess,
  type TestApplication,
} from '../../../test/people/people.ts'
import {
  changeAdvisor,
  changeApplication,
  changeFirm,
  revokeGrant,
  unauthorizeApplication,
} from '../../identity/index.ts'
import { countOutbox } from '../operation/count-outbox.ts'
import { holdSending } from './hold-sending.ts'
import type { HoldSubject } from './hold-subject.ts'
import { listHolds } from './list-holds.ts'
import { releaseSending } from './release-sending.ts'

const { database, owner } = await useTestDatabase()
const { dispatch, stopAll } = dispatchers(database)
afterEach(async () => {
  await stopAll()
  await owner.query('truncate outbox, sending_hold, dead_letter')
})

interface Scene {
  readonly sender: Sender
  readonly firmId: number
  readonly application: TestApplication
  readonly grantId: string
  readonly carrier: ReturnType<typeof createScriptedCarrier>
  readonly ids: readonly number[]
}

/** An application's texts at one a second, of which the first has been sent. */
async function underway(count = 15): Promise<Scene> {
  const sender = await createSender(database, { textsPerSecond: 1 })
  const application = await createApplication(database)
  const grantId = await grantAccess(database, sender.advisorId, application.id)
  const { rows } = await database.query<{ firm_id: number }>('select firm_id from advisor where id = $1', [
    sender.advisorId,
  ])
  const ids = await acceptTexts(database, sender, await createMembers(database, sender, count), {
    applicationId: application.id,
  })
  const carrier = createScriptedCarrier()
  dispatch({ carrier })
  await eventually('the first is sent', () => carrier.written.length >= 1)
  return { sender, firmId: rows[0]?.firm_id ?? 0, application, grantId, carrier, ids }
}

/** Texts claimed before have reached the carrier and are recorded by then. */
const settled = (): Promise<void> =>
  eventually('nothing is claimed', async () => {
    const { rows } = await database.query('select from outbox where claim_id is not null')
    return rows.length === 0
  })

const statusesOf = async (ids: readonly number[]): Promise<string[]> =>
  (await readTexts(database, ids)).map(({ status }) => status)

const subjects: Readonly<Record<HoldSubject['kind'], (scene: Scene) => HoldSubject>> = {
  advisor: ({ sender }) => ({ kind: 'advisor', id: sender.advisorId, name: 'An advisor' }),
  firm: ({ firmId }) => ({ kind: 'firm', id: firmId, name: 'A firm' }),
  application: ({ application }) => ({ kind: 'application', id: application.id, name: 'An application' }),
}
const setActive = {
  advisor: ({ sender }: Scene, active: boolean) => changeAdvisor(database, sender.advisorId, { active }),
  firm: ({ firmId }: Scene, active: boolean) => changeFirm(database, firmId, { active }),
  application: ({ application }: Scene, active: boolean) =>
    changeApplication(database, 'sandbox', application.clientId, { active }),
}
const kinds = ['advisor', 'firm', 'application'] as const

describe('15 texts at one a second, 14 of them waiting', () => {
  it.each(kinds)(
    'no more are sent once the %s is disabled, and they resume when enabled, those of an advisor when released',
    async kind => {
      const scene = await underway()
      await setActive[kind](scene, false)
      await settled()
      const { length } = scene.carrier.written
      await sleep(2_500)
      expect(scene.carrier.written).toHaveLength(length)
      expect(await countOutbox(database)).toMatchObject({ waiting: 0, held: 15 - length, oldestAt: null })
      await setActive[kind](scene, true)
      if (kind === 'advisor') {
        // Nobody has looked at them since the advisor left: an operator decides.
        await sleep(1_500)
        expect(scene.carrier.written).toHaveLength(length)
        await releaseSending(database, subjects.advisor(scene), { actor: { kind: 'operator', name: 'kim' } })
      }
      await eventually('they resume', () => scene.carrier.written.length > length)
      expect(await listHolds(database)).toEqual([])
    },
  )

  it.each(kinds)('no more are sent while the %s is on hold', async kind => {
    const scene = await underway()
    const subject = subjects[kind](scene)
    await holdSending(database, subject, { reason: 'A complaint', operator: 'sam' })
    await settled()
    const { length } = scene.carrier.written
    await sleep(1_500)
    expect(scene.carrier.written).toHaveLength(length)
    expect(await listHolds(database)).toMatchObject([
      { kind, reason: 'A complaint', placedBy: 'sam', isDisabled: false, texts: 15 - length },
    ])
    const again = holdSending(database, subject, { reason: 'Twice', operator: 'sam' })
    await expect(again).rejects.toMatchObject({ code: 'conflict' })
    await releaseSending(database, subject, { actor: { kind: 'operator', name: 'kim' } })
    await eventually('they resume', () => scene.carrier.written.length > length)
    await expect(
      releaseSending(database, subject, { actor: { kind: 'operator', name: 'kim' } }),
    ).rejects.toMatchObject({ code: 'conflict' })
  })

  it('all fail once the advisor revokes the grant', async () => {
    const { carrier, grantId, ids, sender } = await underway()
    await revokeGrant(database, grantId)
    await settled()
    const { length } = carrier.written
    await database.query('update lane set texts_per_second = 1000, next_at = now() where number = $1', [
      sender.number,
    ])
    await eventually('all have ended', async () => (await outboxSize(database)) === 0)
    expect(carrier.written).toHaveLength(length)
    const ended = (await readTexts(database, ids)).filter(({ status }) => status === 'failed')
    expect(ended).toHaveLength(15 - length)
    expect(ended[0]).toMatchObject({
      reason: 'authorization_withdrawn',
      journal: ['message.accepted', 'message.failed'],
    })
  })
})

it('a revoked grant ends nothing while the firm allows the application, and the firm can end it', async () => {
  const { carrier, grantId, firmId, application } = await underway(4)
  await authorizeForFirm(database, firmId, application.id)
  await revokeGrant(database, grantId)
  await eventually('the second is sent', () => carrier.written.length >= 2)
  await unauthorizeApplication(database, { clientId: application.clientId, firmId })
  await settled()
  const { length } = carrier.written
  await eventually('the others end', async () => (await outboxSize(database)) === 0)
  expect(carrier.written).toHaveLength(length)
})

it('a renewed grant lets waiting texts pass', async () => {
  const { carrier, grantId, sender, application } = await underway(3)
  await revokeGrant(database, grantId)
  await grantAccess(database, sender.advisorId, application.id)
  await eventually('all have ended', async () => (await outboxSize(database)) === 0)
  expect(carrier.written).toHaveLength(3)
})

it('a held application’s texts delay no others, not even to the same person', async () => {
  const sender = await createSender(database)
  const members = await createMembers(database, sender, 2)
  const [held, other] = [await createApplication(database), await createApplication(database)]
  const waiting = await acceptTexts(database, sender, members, { applicationId: held.id })
  await holdSending(
    database,
    { kind: 'application', id: held.id, name: 'An application' },
    { reason: 'A test', operator: 'sam' },
  )
  const free = [
    ...(await acceptTexts(database, sender, members)),
    ...(await acceptTexts(database, sender, members, { applicationId: other.id })),
  ]
  dispatch({ carrier: createScriptedCarrier() })
  await eventually('the others are sent', async () => (await outboxSize(database)) === 2)
  expect(await statusesOf(free)).toEqual(free.map(() => 'submitted'))
  expect(await statusesOf(waiting)).toEqual(['accepted', 'accepted'])
})

it('a doubtful attempt keeps its place before the next text, even if its application is held', async () => {
  const sender = await createSender(database)
  const members = await createMembers(database, sender, 1)
  const application = await createApplication(database)
  const [first = 0] = await acceptTexts(database, sender, members, { applicationId: application.id })
  const carrier = createScriptedCarrier({
    answer: ({ reference }) => (reference === String(first) ? 'unknown' : 'accepted'),
  })
  dispatch({ carrier, doubtMs: 6_000 })
  await eventually('the first is in doubt', () => carrier.written.length === 1)
  await changeApplication(database, 'sandbox', application.clientId, { active: false })
  await acceptTexts(database, sender, members)
  await sleep(1_000)
  expect(carrier.written).toHaveLength(1)
  await eventually('the next is sent', () => carrier.written.length === 2)
})

it('a number first used while its advisor is disabled sends nothing', async () => {
  const sender = await createSender(database)
  await owner.query('delete from lane where advisor_id = $1', [sender.advisorId])
  await changeAdvisor(database, sender.advisorId, { active: false })
  const [id = 0] = await acceptTexts(database, sender, await createMembers(database, sender, 1))
  const carrier = createScriptedCarrier()
  dispatch({ carrier })
  await sleep(1_500)
  expect(carrier.written).toEqual([])
  expect(await statusesOf([id])).toEqual(['accepted'])
})

it('a text accepted after its application was disabled also waits', async () => {
  const sender = await createSender(database)
  const application = await createApplication(database)
  await changeApplication(database, 'sandbox', application.clientId, { active: false })
  const members = await createMembers(database, sender, 2)
  const [late = 0] = await acceptTexts(database, sender, members.slice(0, 1), {
    applicationId: application.id,
  })
  const [own = 0] = await acceptTexts(database, sender, members.slice(1))
  dispatch({ carrier: createScriptedCarrier() })
  await eventually('the other is sent', async () => (await outboxSize(database)) === 1)
  expect(await statusesOf([late, own])).toEqual(['accepted', 'submitted'])
})

it('a hold stays when the advisor or firm is enabled', async () => {
  const scene = await underway(3)
  await holdSending(database, subjects.advisor(scene), { reason: 'A complaint', operator: 'sam' })
  await setActive.firm(scene, false)
  await setActive.firm(scene, true)
  await setActive.advisor(scene, false)
  await setActive.advisor(scene, true)
  await settled()
  const { length } = scene.carrier.written
  await sleep(1_500)
  expect(scene.carrier.written).toHaveLength(length)
})
