// After an account takeover, its texts must not be sent when the hold ends: the operator drops them.
import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import {
  acceptTexts,
  createMembers,
  createSender,
  eventually,
  expectOneStory,
  readTexts,
  type Sender,
} from '../../../test/carriers/texting.ts'
import { useTestDatabase } from '../../../test/database/database.ts'
import { createApplication, type TestApplication } from '../../../test/people/people.ts'
import { changeAdvisor, changeApplication, changeFirm } from '../../identity/index.ts'
import { claimTexts } from '../dispatch/claim-texts.ts'
import { countOutbox } from '../operation/count-outbox.ts'
import { dropTexts } from './drop-texts.ts'
import { holdSending } from './hold-sending.ts'
import type { HoldSubject } from './hold-subject.ts'
import { releaseSending } from './release-sending.ts'

const { database, owner } = await useTestDatabase()

interface Scene {
  readonly sender: Sender
  readonly firmId: number
  readonly application: TestApplication
  /** Three texts; the last one is not the application's. */
  readonly ids: readonly number[]
  readonly members: readonly number[]
}

async function waiting(): Promise<Scene> {
  const [sender, application] = [await createSender(database), await createApplication(database)]
  const members = await createMembers(database, sender, 3)
  const ids = [
    ...(await acceptTexts(database, sender, members.slice(0, 2), { applicationId: application.id })),
    ...(await acceptTexts(database, sender, members.slice(2))),
  ]
  const { rows } = await database.query<{ firm_id: number }>('select firm_id from advisor where id = $1', [
    sender.advisorId,
  ])
  return { sender, firmId: rows[0]?.firm_id ?? 0, application, ids, members }
}

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
const act = { reason: 'Not written by the advisor', operator: 'sam' }
const statusesOf = async (ids: readonly number[]): Promise<string[]> =>
  (await readTexts(database, ids)).map(({ status }) => status)

const claim = ({ sender }: Scene, textsMax: number) =>
  claimTexts(database, {
    claimId: randomUUID(),
    carrier: 'scripted',
    leaseMs: 60_000,
    lanes: [{ ...sender, fromId: 0, textsMax }],
  })

async function actsOnRecord(): Promise<unknown[]> {
  const { rows } = await database.query<{ entry: unknown }>(
    `select entry from journal_entry where kind = 'sending.dropped' order by id desc`,
  )
  return rows.map(({ entry }) => entry)
}

describe.each(kinds)('texts of an %s', kind => {
  it('are not dropped unless it is on hold or disabled', async () => {
    const scene = await waiting()
    const dropping = dropTexts(database, subjects[kind](scene), act)
    await expect(dropping).rejects.toMatchObject({ code: 'conflict' })
    await holdSending(database, subjects[kind](scene), act)
    await releaseSending(database, subjects[kind](scene), { actor: { kind: 'operator', name: 'sam' } })
    await expect(dropTexts(database, subjects[kind](scene), act)).rejects.toMatchObject({ code: 'conflict' })
    expect(await statusesOf(scene.ids)).toEqual(['accepted', 'accepted', 'accepted'])
  })

  it.each(['on hold', 'disabled'])('that is %s fail and do not come back', async state => {
    const [scene, other] = [await waiting(), await waiting()]
    const subject = subjects[kind](scene)
    if (state === 'on hold') await holdSending(database, subject, act)
    else await setActive[kind](scene, false)
    const count = kind === 'application' ? 2 : 3
    expect(await dropTexts(database, subject, act)).toEqual({ dropped: count, claimed: 0 })
    const ended = { status: 'failed', reason: 'dropped_by_operator' }
    expect(await readTexts(database, scene.ids.slice(0, count))).toMatchObject(
      Array.from({ length: count }, () => ended),
    )
    expect(await statusesOf(other.ids)).toEqual(['accepted', 'accepted', 'accepted'])
    // An operator decided, so none of them needs attention.
    expect(await countOutbox(database)).toMatchObject({ deadLetters: 0 })
    await expectOneStory(database)
    const [entry] = await actsOnRecord()
    expect(entry).toMatchObject({
      actor: { kind: 'operator', name: 'sam' },
      subject: { kind, id: subject.id },
      facts: { name: subject.name, reason: act.reason, texts: count },
    })
    const { rows } = await database.query(
      `select from journal_entry where kind = 'message.failed' and subject_id = any ($1::bigint[])
         and entry->'actor' = '{"kind": "operator", "name": "sam"}'`,
      [scene.ids],
    )
    expect(rows).toHaveLength(count)

    if (state === 'on hold')
      await releaseSending(database, subject, { actor: { kind: 'operator', name: 'sam' } })
    else await setActive[kind](scene, true)
    expect((await claim(scene, 10)).texts).toHaveLength(3 - count)
  })
})

it('claimed texts are not affected, and texts accepted later wait', async () => {
  const scene = await waiting()
  expect((await claim(scene, 1)).texts).toHaveLength(1)
  await holdSending(database, subjects.advisor(scene), act)
  expect(await dropTexts(database, subjects.advisor(scene), act)).toEqual({ dropped: 2, claimed: 1 })
  const later = await acceptTexts(database, scene.sender, scene.members.slice(2))
  expect(await statusesOf([...scene.ids, ...later])).toEqual(['accepted', 'failed', 'failed', 'accepted'])
})

it('one advisor’s texts can be dropped while the whole firm is on hold', async () => {
  const scene = await waiting()
  await holdSending(database, subjects.firm(scene), act)
  expect(await dropTexts(database, subjects.advisor(scene), act)).toEqual({ dropped: 3, claimed: 0 })
})

it('many texts are dropped in several transactions, each journalled', async () => {
  const scene = await waiting()
  const members = await createMembers(database, scene.sender, 2_500)
  await acceptTexts(database, scene.sender, members)
  await setActive.advisor(scene, false)
  expect(await dropTexts(database, subjects.advisor(scene), act)).toEqual({ dropped: 2_503, claimed: 0 })
  const { rows } = await database.query(
    'select status, count(*)::integer as texts from message_status where advisor_id = $1 group by status',
    [scene.sender.advisorId],
  )
  expect(rows).toEqual([{ status: 'failed', texts: 2_503 }])
  const entries = (await actsOnRecord()) as { readonly facts: { readonly texts: number } }[]
  expect(entries.slice(0, 3).map(({ facts }) => facts.texts)).toEqual([503, 1_000, 1_000])
})

it('a concurrent release waits until it is done', async () => {
  const scene = await waiting()
  const subject = subjects.application(scene)
  await holdSending(database, subject, act)
  const holder = await owner.connect()
  await holder.query('begin')
  await holder.query('select from lane where number = $1 for update', [scene.sender.number])
  const waits = (count: number) =>
    eventually(`${count} wait`, async () => {
      const { rows } = await owner.query(
        'select from pg_locks join pg_stat_activity using (pid) where not granted and datname = current_database()',
      )
      return rows.length === count
    })
  const dropping = dropTexts(database, subject, act)
  await waits(1)
  const releasing = releaseSending(database, subject, { actor: { kind: 'operator', name: 'kim' } })
  await waits(2)
  await holder.query('rollback')
  holder.release()
  expect(await dropping).toEqual({ dropped: 2, claimed: 0 })
  await releasing
  expect((await claim(scene, 10)).texts).toHaveLength(1)
})
