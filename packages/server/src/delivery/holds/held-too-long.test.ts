// A held text ends a day after its hold began, however long it had waited before.
import { beforeEach, describe, expect, it } from 'vitest'
import { acceptTexts, createMembers, createSender, readTexts } from '../../../test/carriers/texting.ts'
import { useTestDatabase } from '../../../test/database/database.ts'
import { createApplication } from '../../../test/people/people.ts'
import { changeAdvisor, changeApplication, changeFirm } from '../../identity/index.ts'
import { countOutbox } from '../operation/count-outbox.ts'
import { endHeldTexts } from './end-held-texts.ts'
import { holdSending } from './hold-sending.ts'
import type { HoldSubject } from './hold-subject.ts'
import { releaseSending } from './release-sending.ts'

const { database, owner } = await useTestDatabase()
beforeEach(() => owner.query('truncate outbox, dead_letter'))

interface Scene {
  readonly advisorId: number
  readonly firmId: number
  readonly application: { readonly id: number; readonly clientId: string }
  readonly ids: readonly number[]
}

/** An application's texts accepted some hours ago, in a lane too slow for them. */
async function waitingFor(hours: number): Promise<Scene> {
  const sender = await createSender(database, { textsPerSecond: 0.01 })
  const application = await createApplication(database)
  const ids = await acceptTexts(database, sender, await createMembers(database, sender, 2), {
    applicationId: application.id,
  })
  await age(ids, hours)
  const { rows } = await database.query<{ firm_id: number }>('select firm_id from advisor where id = $1', [
    sender.advisorId,
  ])
  return { advisorId: sender.advisorId, firmId: rows[0]?.firm_id ?? 0, application, ids }
}

async function age(ids: readonly number[], hours: number): Promise<void> {
  await owner.query(
    `update message set created_at = created_at - make_interval(hours => $2) where id = any ($1::bigint[])`,
    [ids, hours],
  )
  await owner.query(
    `update outbox set due_at = due_at - make_interval(hours => $2) where message_id = any ($1::bigint[])`,
    [ids, hours],
  )
}

/** Moves the start of current holds into the past. */
const passHours = (hours: number): Promise<unknown> =>
  Promise.all(
    ['lane', 'held_application'].map(table =>
      owner.query(`update ${table} set held_since = held_since - make_interval(hours => $1)`, [hours]),
    ),
  )

const subjects: Readonly<Record<HoldSubject['kind'], (scene: Scene) => HoldSubject>> = {
  advisor: ({ advisorId }) => ({ kind: 'advisor', id: advisorId, name: 'An advisor' }),
  firm: ({ firmId }) => ({ kind: 'firm', id: firmId, name: 'A firm' }),
  application: ({ application }) => ({ kind: 'application', id: application.id, name: 'An application' }),
}
const act = { reason: 'A complaint', operator: 'sam' }
const ends: Readonly<Record<string, (scene: Scene) => Promise<unknown>>> = {
  'the hold of the advisor': scene => holdSending(database, subjects.advisor(scene), act),
  'the hold of the firm': scene => holdSending(database, subjects.firm(scene), act),
  'the hold of the application': scene => holdSending(database, subjects.application(scene), act),
  'the disabling of the advisor': ({ advisorId }) => changeAdvisor(database, advisorId, { active: false }),
  'the disabling of the firm': ({ firmId }) => changeFirm(database, firmId, { active: false }),
  'the disabling of the application': ({ application: { clientId } }) =>
    changeApplication(database, 'sandbox', clientId, { active: false }),
}

describe.each(Object.keys(ends))('texts accepted 25 hours before %s', kind => {
  it('fail a day after it and become dead letters', async () => {
    const scene = await waitingFor(25)
    await ends[kind]?.(scene)
    expect(await endHeldTexts(database)).toBe(0)
    await passHours(23)
    expect(await endHeldTexts(database)).toBe(0)
    await passHours(2)
    expect(await endHeldTexts(database)).toBe(2)
    const ended = {
      status: 'failed',
      reason: 'held_too_long',
      journal: ['message.accepted', 'message.failed'],
    }
    expect(await readTexts(database, scene.ids)).toMatchObject([ended, ended])
    expect(await countOutbox(database)).toMatchObject({ deadLetters: 2 })
    expect(await endHeldTexts(database)).toBe(0)
  })
})

it('a text accepted during the hold counts as held from then on', async () => {
  const scene = await waitingFor(0)
  await holdSending(database, subjects.advisor(scene), act)
  await passHours(48)
  expect(await endHeldTexts(database)).toBe(0)
  await age(scene.ids.slice(0, 1), 25)
  expect(await endHeldTexts(database)).toBe(1)
})

it('with two holds the day starts at the earlier active one, and again after a gap', async () => {
  const scene = await waitingFor(30)
  await holdSending(database, subjects.application(scene), act)
  await passHours(12)
  await holdSending(database, subjects.advisor(scene), act)
  await passHours(11)
  await holdSending(database, subjects.firm(scene), act)
  await releaseSending(database, subjects.advisor(scene), { actor: { kind: 'operator', name: 'sam' } })
  expect(await endHeldTexts(database)).toBe(0)
  await releaseSending(database, subjects.application(scene), { actor: { kind: 'operator', name: 'sam' } })
  await passHours(12)
  // The lane was held for 23 hours. The application's earlier hold is over and does not count.
  expect(await endHeldTexts(database)).toBe(0)
  await releaseSending(database, subjects.firm(scene), { actor: { kind: 'operator', name: 'sam' } })
  await holdSending(database, subjects.application(scene), act)
  await passHours(23)
  expect(await endHeldTexts(database)).toBe(0)
  await holdSending(database, subjects.advisor(scene), act)
  await passHours(2)
  expect(await endHeldTexts(database)).toBe(2)
})
