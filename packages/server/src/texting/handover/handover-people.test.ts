// Who holds a book and who held it: what happens to one of them leaves the other alone.
import { appOperations } from '@parley/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Book, openBook, refusal } from '../../../test/people/book.ts'
import { addStaff } from '../../../test/people/staff.ts'
import { type AdvisorApp, startAdvisorApp } from '../../../test/servers/advisor-app.ts'
import { changeAdvisor, changePerson, changeRole, findAdvisorById, findPerson } from '../../identity/index.ts'

let server: AdvisorApp
beforeAll(async () => {
  server = await startAdvisorApp({ connections: 10 })
})
afterAll(() => server.close())

let book: Book
let anna: Book['anna']
let bert: Book['bert']
beforeEach(async () => {
  book = await openBook(server)
  anna = book.anna
  bert = book.bert
})

describe('the people', () => {
  const nameOf = async (personId: number) =>
    (await book.rowsOf('select name, active from person where id = $1', personId))[0]
  const isOpen = async () => (await findAdvisorById(server.database, anna.advisorId)).active

  it('of an account that was handed over are not renamed or closed with it', async () => {
    await book.handOver(bert.id)
    await bert.client.ok(appOperations.updateProfile, { ...book.inBook, body: { name: 'Bert at work' } })
    expect(await nameOf(anna.advisorId)).toEqual({ name: 'Anna Blum', active: true })
    expect(await nameOf(bert.id)).toEqual({ name: 'Bert Cole', active: true })
    await changeAdvisor(server.database, anna.advisorId, { active: false })
    expect(await nameOf(anna.advisorId)).toMatchObject({ active: true })
    expect(await nameOf(bert.id)).toMatchObject({ active: true })
    expect((await bert.client.call(appOperations.getMe, book.inBook)).status).toBe(403)
    expect((await bert.client.call(appOperations.getMe)).status).toBe(200)
  })

  it('who left do not close what another holds, and who holds it does', async () => {
    await book.handOver(bert.id)
    await changePerson(server.database, anna.advisorId, { active: false })
    expect([await nameOf(anna.advisorId), await isOpen()]).toEqual([
      { name: 'Anna Blum', active: false },
      true,
    ])
    await server.database.query('insert into lane (advisor_id, number) values ($1, $2)', [
      anna.advisorId,
      anna.number,
    ])
    await changePerson(server.database, bert.id, { active: false })
    expect(await isOpen()).toBe(false)
    expect(await book.rowsOf('select is_held from lane where advisor_id = $1', anna.advisorId)).toEqual([
      { is_held: true },
    ])
    await changePerson(server.database, bert.id, { active: true })
    expect(await isOpen()).toBe(true)
  })

  it('who are active already open no account that an operator closed', async () => {
    await book.handOver(bert.id)
    await changeAdvisor(server.database, anna.advisorId, { active: false })
    await changePerson(server.database, bert.id, { active: true })
    expect(await isOpen()).toBe(false)
  })

  it('whose account was closed when they left can be succeeded, without letting them in again', async () => {
    await changePerson(server.database, anna.advisorId, { active: false })
    await book.handOver(bert.id)
    expect([await isOpen(), await nameOf(anna.advisorId)]).toEqual([
      true,
      { name: 'Anna Blum', active: false },
    ])
    expect(await refusal(book.handOver(anna.advisorId))).toBe('conflict')
  })

  it('can get their own account back, and sign in as they do now', async () => {
    await book.handOver(bert.id)
    await changePerson(server.database, anna.advisorId, {
      name: 'Anna Blum-Day',
      password: 'a long and unusual sentence',
    })
    await book.handOver(anna.advisorId)
    expect(await anna.call(appOperations.getMe)).toMatchObject({ status: 401 })
    const again = await server.signIn(anna.advisorId)
    expect(await again.ok(appOperations.getMe)).toMatchObject({ name: 'Anna Blum-Day', role: 'advisor' })
    expect(
      (await findPerson(server.database, (await again.ok(appOperations.getPerson)).email)).hasPassword,
    ).toBe(true)
    expect((await bert.client.call(appOperations.getMe, book.inBook)).status).toBe(403)
  })

  it('without an account of their own can hold one, once they are advisors', async () => {
    const kim = await addStaff(server.database, { firmId: anna.firmId, roles: ['supervisor'] })
    expect(await refusal(book.handOver(kim.id))).toBe('conflict')
    await changeRole(server.database, kim, { role: 'advisor', has: true })
    await book.handOver(kim.id)
    const client = await server.signIn(kim.id)
    expect(await client.ok(appOperations.getMe)).toMatchObject({ advisorId: anna.advisorId, name: 'Kim Lee' })
  })
})

describe('a book is not handed over', () => {
  it('to another firm, to somebody inactive, to nobody, or to who holds it', async () => {
    const stranger = await server.welcome()
    expect(await refusal(book.handOver(stranger.advisorId))).toBe('invalid_request')
    expect(await refusal(book.handOver(anna.advisorId))).toBe('conflict')
    expect(await refusal(book.handOver(999_999_999))).toBe('not_found')
    await changePerson(server.database, bert.id, { active: false })
    expect(await refusal(book.handOver(bert.id))).toBe('conflict')
    expect(await book.entriesOf('advisor.handed_over')).toEqual([])
    await expect(
      server.owner.query('update advisor set holder_id = $2 where id = $1', [
        anna.advisorId,
        stranger.advisorId,
      ]),
    ).rejects.toMatchObject({ constraint: 'holder_is_of_the_firm' })
  })

  it('with a notice that does not say who it is from and how to opt out', async () => {
    expect(await refusal(book.handOver(bert.id, { notice: 'Hello from Bert' }))).toBe('invalid_request')
    expect((await findAdvisorById(server.database, anna.advisorId)).holderId).toBe(anna.advisorId)
  })
})
