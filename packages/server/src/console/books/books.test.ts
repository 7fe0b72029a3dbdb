// An administrator hands a book over in the console.
import { appOperations } from '@parley/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Book, openBook, sam } from '../../../test/people/book.ts'
import { addStaff } from '../../../test/people/staff.ts'
import { type AdvisorApp, type AppClient, startAdvisorApp } from '../../../test/servers/advisor-app.ts'
import { newPhone } from '../../../test/servers/texting-server.ts'
import { holdSending, releaseSending } from '../../delivery/index.ts'
import { changePerson } from '../../identity/index.ts'

let server: AdvisorApp
let book: Book
let boss: { readonly id: number; readonly client: Pick<AppClient, 'call' | 'ok'> }
beforeAll(async () => {
  server = await startAdvisorApp()
  book = await openBook(server)
  const { id } = await addStaff(server.database, {
    firmId: book.anna.firmId,
    roles: ['administrator'],
  })
  boss = { id, client: await server.signIn(id) }
})
afterAll(() => server.close())

const params = () => ({ advisorId: book.anna.advisorId })

it('after a preview, on record as a person of the firm, and visible with the people and in the list', async () => {
  const { anna, bert, entriesOf } = book
  const notice = '{firm}: {advisor} follows {former}. Reply STOP to opt out.'
  const preview = await boss.client.ok(appOperations.previewHandover, {
    params: params(),
    body: { personId: bert.id, notice },
  })
  expect(preview).toMatchObject({ former: { name: 'Anna Blum' }, successor: { name: 'Bert Cole' } })
  expect(preview.notice?.text).toBe('A firm: Bert Cole follows Anna Blum. Reply STOP to opt out.')
  await boss.client.ok(appOperations.handOverBook, {
    params: params(),
    body: { personId: bert.id, notice, texts: 'hold' },
  })
  const [entry] = await entriesOf('advisor.handed_over')
  expect(entry?.actor).toEqual({ kind: 'person', personId: boss.id })
  const { data } = await boss.client.ok(appOperations.listFirmPeople)
  const booksOf = (personId: number) => data.find(each => each.personId === personId)?.books
  expect(booksOf(anna.advisorId)).toEqual([])
  expect(booksOf(bert.id)).toMatchObject([
    { advisorId: bert.id },
    { advisorId: anna.advisorId, formerName: 'Anna Blum' },
  ])
  const { data: handovers } = await boss.client.ok(appOperations.listHandovers, { params: params() })
  expect(handovers).toMatchObject([{ successor: { personId: bert.id }, told: 0, isFinished: false }])
})

it('not by a supervisor, an advisor or the former advisor', async () => {
  const { anna, bert } = book
  const { id } = await addStaff(server.database, { firmId: anna.firmId, roles: ['supervisor'] })
  for (const client of [await server.signIn(id), bert.client, anna]) {
    const body = { personId: anna.advisorId, texts: 'hold' }
    expect((await client.call(appOperations.handOverBook, { params: params(), body })).status).toBe(403)
  }
})

describe('texts on hold', () => {
  let waiting: Book
  let chief: { readonly id: number; readonly client: Pick<AppClient, 'call' | 'ok'> }
  beforeEach(async () => {
    waiting = await openBook(server)
    const { anna } = waiting
    const { id } = await addStaff(server.database, { firmId: anna.firmId, roles: ['administrator'] })
    chief = { id, client: await server.signIn(id) }
    await anna.ok(appOperations.sendFromApp, {
      body: { phoneNumbers: [newPhone(), newPhone()], text: 'Hello' },
    })
  })
  const inBook = () => ({ params: { advisorId: waiting.anna.advisorId } })
  const shown = async () => (await chief.client.ok(appOperations.getBookHold, inBook())).hold
  const release = async (client: Pick<AppClient, 'call'> = chief.client) =>
    (await client.call(appOperations.releaseBook, inBook())).status
  const inForce = () =>
    waiting.rowsOf(
      'select from sending_hold where advisor_id = $1 and released_at is null',
      waiting.anna.advisorId,
    )
  const since = expect.any(String) as string

  it('after a handover: an administrator sees how many wait, and releases them on record', async () => {
    const { anna, bert, handOver, entriesOf, rowsOf } = waiting
    expect(await shown()).toBeUndefined()
    await handOver(bert.id)
    expect(await shown()).toEqual({ dateTime: since, texts: 2, isReleasable: true })
    expect(await inForce()).toHaveLength(1)
    expect(await release()).toBe(204)
    expect(await shown()).toBeUndefined()
    expect(await inForce()).toEqual([])
    const actor = { kind: 'person', personId: chief.id }
    expect(await entriesOf('sending.released')).toMatchObject([{ actor, facts: { name: 'Bert Cole' } }])
    const ofFirm = await rowsOf(
      `select entry->'actor' as actor from journal_entry
       where kind = 'sending.released' and (entry->>'firmId')::bigint = $1`,
      anna.firmId,
    )
    expect(ofFirm).toEqual([{ actor }])
    const { data } = await chief.client.ok(appOperations.listFirmJournal, { query: { about: 'texting' } })
    expect(data[0]).toMatchObject({ kind: 'sending.released', subject: 'Bert Cole' })
    expect(await release()).toBe(409)
  })

  it('after somebody was deactivated and is active again', async () => {
    const { anna } = waiting
    for (const active of [false, true]) {
      await changePerson(server.database, anna.advisorId, { active }, { actor: sam })
    }
    expect(await shown()).toEqual({ dateTime: since, texts: 2, isReleasable: true })
    expect(await release()).toBe(204)
    expect(await inForce()).toEqual([])
  })

  it('of an operator stay: the firm sees that they wait, and cannot release them', async () => {
    const { advisorId } = waiting.anna
    const subject = { kind: 'advisor', id: advisorId, name: 'Anna Blum' } as const
    await holdSending(server.database, subject, { reason: 'Complaint 4711', operator: 'sam' })
    const answer = await chief.client.call(appOperations.getBookHold, inBook())
    expect(answer.body.hold).toEqual({ dateTime: since, texts: 2, isReleasable: false })
    expect(answer.text).not.toContain('4711')
    expect(await release()).toBe(409)
    expect(await inForce()).toHaveLength(1)
    expect(await waiting.entriesOf('sending.released')).toEqual([])
  })

  it('of an operator are placed beside those that await a review, and each is released for itself', async () => {
    const { anna, bert, handOver } = waiting
    await handOver(bert.id)
    const subject = { kind: 'advisor', id: anna.advisorId, name: 'Bert Cole' } as const
    await holdSending(server.database, subject, { reason: 'Complaint 4711', operator: 'sam' })
    expect(await shown()).toMatchObject({ isReleasable: false })
    expect(await release()).toBe(409)
    expect(await inForce()).toHaveLength(2)
    expect(await releaseSending(server.database, subject, { actor: sam })).toBe(
      'They waited when the account was handed over.',
    )
    expect(await shown()).toMatchObject({ isReleasable: true })
    expect(await release()).toBe(204)
    expect(await inForce()).toEqual([])
  })

  it('before a handover leave what it holds on hold when they are released', async () => {
    const { anna, bert, handOver } = waiting
    const subject = { kind: 'advisor', id: anna.advisorId, name: 'Anna Blum' } as const
    await holdSending(server.database, subject, { reason: 'Complaint 4711', operator: 'sam' })
    expect(await handOver(bert.id)).toMatchObject({ isHeld: true })
    await releaseSending(server.database, subject, { actor: sam })
    expect(await inForce()).toHaveLength(1)
    expect(await shown()).toMatchObject({ isReleasable: true })
  })

  it('are released by nobody else of the firm', async () => {
    const { anna, bert, handOver } = waiting
    await handOver(bert.id)
    const { id } = await addStaff(server.database, { firmId: anna.firmId, roles: ['supervisor'] })
    for (const client of [await server.signIn(id), bert.client, anna]) expect(await release(client)).toBe(403)
    expect(await inForce()).toHaveLength(1)
  })
})
