// A book that is handed over: who can open it, who is named, what ends and what stays.
import { appOperations, eventsPath } from '@parley/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { acceptTexts, createMembers } from '../../../test/carriers/texting.ts'
import { type Book, openBook, sam } from '../../../test/people/book.ts'
import { createApplication, grantAccess } from '../../../test/people/people.ts'
import { addStaff } from '../../../test/people/staff.ts'
import { type AdvisorApp, type AppClient, startAdvisorApp } from '../../../test/servers/advisor-app.ts'
import { newPhone } from '../../../test/servers/texting-server.ts'
import { fireSchedules } from '../schedules/fire-schedules.ts'
import { previewHandover } from './preview-handover.ts'

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

describe('after a handover', () => {
  it('the new advisor opens the book with the next request, and the former one does not', async () => {
    await book.handOver(bert.id)
    expect((await anna.call(appOperations.getMe)).status).toBe(403)
    expect((await anna.call(appOperations.getMe, book.inBook)).status).toBe(403)
    const me = await bert.client.ok(appOperations.getMe, book.inBook)
    expect(me).toMatchObject({
      advisorId: anna.advisorId,
      name: 'Bert Cole',
      role: 'advisor',
      textingNumber: anna.number,
      accounts: 2,
    })
    expect(me.operations).toContain('downloadContacts')
    const own = await bert.client.ok(appOperations.getMe)
    expect(own.advisorId).toBe(bert.id)
    const { accounts } = await bert.client.ok(appOperations.getPerson)
    expect(accounts).toEqual([
      { advisorId: bert.id, name: 'Bert Cole' },
      { advisorId: anna.advisorId, name: 'Bert Cole', formerName: 'Anna Blum' },
    ])
  })

  it('open event streams of the former advisor end within two seconds', async () => {
    const stream = await fetch(`${server.origin}${eventsPath}`, {
      headers: { cookie: anna.cookie, 'sec-fetch-site': 'same-origin' },
    })
    expect(stream.status).toBe(200)
    const reader = stream.body?.getReader()
    await reader?.read()
    await book.handOver(bert.id)
    const from = performance.now()
    for (;;) {
      const { done } = (await reader?.read()) ?? { done: true }
      if (done) break
    }
    expect(performance.now() - from).toBeLessThan(2_000)
  })

  it('each entry says who wrote it, before and after', async () => {
    const phone = newPhone()
    const write = (client: Pick<AppClient, 'ok'>, text: string) =>
      client.ok(appOperations.sendFromApp, { ...book.inBook, body: { phoneNumbers: [phone], text } })
    const memberId = (await write(anna, 'From Anna')).successes[0]?.memberId ?? 0
    await book.handOver(bert.id, { texts: 'keep' })
    await write(bert.client, 'From Bert')
    expect((await book.entriesOf('message.accepted')).map(({ actor }) => actor)).toEqual([
      { kind: 'advisor' },
      { kind: 'advisor', personId: bert.id },
    ])
    const thread = async (client: Pick<AppClient, 'ok'>) =>
      (await client.ok(appOperations.getThread, { ...book.inBook, params: { memberId } })).data.flatMap(
        ({ message }) => message?.by ?? [],
      )
    expect(await thread(bert.client)).toEqual([
      { kind: 'advisor', personId: anna.advisorId, name: 'Anna Blum' },
      { kind: 'advisor' },
    ])
    await book.handOver(anna.advisorId, { texts: 'keep' })
    expect(await thread(anna)).toEqual([
      { kind: 'advisor' },
      { kind: 'advisor', personId: bert.id, name: 'Bert Cole' },
    ])
  })

  it('a scheduled text that goes on says who wrote it', async () => {
    const { successes } = await anna.ok(appOperations.sendFromApp, {
      body: {
        phoneNumbers: [newPhone()],
        text: 'Later',
        scheduleDelivery: true,
        deliveryDate: Date.now() + 3_600_000,
      },
    })
    await book.handOver(bert.id, { texts: 'keep' })
    await server.owner.query(`update schedule set next_at = now() where id = $1`, [successes[0]?.scheduleId])
    await fireSchedules(server.database, { limit: 500, except: [] })
    const params = { memberId: successes[0]?.memberId ?? 0 }
    const { data } = await bert.client.ok(appOperations.getThread, { ...book.inBook, params })
    expect(data.flatMap(({ message }) => message?.by ?? [])).toEqual([
      {
        kind: 'system',
        name: 'schedule',
        scheduledBy: { kind: 'advisor', personId: anna.advisorId, name: 'Anna Blum' },
      },
    ])
  })

  it('the thread shows it in its place, page by page, to whom it concerns', async () => {
    const [known, later] = [newPhone(), newPhone()]
    const write = async (client: Pick<AppClient, 'ok'>, phone: string, text: string) => {
      const body = { phoneNumbers: [phone], text }
      const { successes } = await client.ok(appOperations.sendFromApp, { ...book.inBook, body })
      return successes[0]?.memberId ?? 0
    }
    const thread = async (memberId: number) => {
      const lines: unknown[] = []
      let cursor: string | undefined
      do {
        const query = { limit: 1, cursor }
        const page = await bert.client.ok(appOperations.getThread, {
          ...book.inBook,
          params: { memberId },
          query,
        })
        expect(page.data).toHaveLength(1)
        lines.unshift(...page.data.map(({ message, handover }) => message?.text ?? handover))
        cursor = page.nextCursor
      } while (cursor !== undefined)
      return lines
    }
    const memberId = await write(anna, known, 'From Anna')
    await book.handOver(bert.id, { texts: 'keep' })
    await write(bert.client, known, 'From Bert')
    await book.handOver(anna.advisorId, { texts: 'keep' })
    await book.handOver(bert.id, { texts: 'keep' })
    const isTold = false
    expect(await thread(memberId)).toEqual([
      'From Anna',
      { formerName: 'Anna Blum', name: 'Bert Cole', isTold },
      'From Bert',
      { formerName: 'Bert Cole', name: 'Anna Blum', isTold },
      { formerName: 'Anna Blum', name: 'Bert Cole', isTold },
    ])
    expect(await thread(await write(bert.client, later, 'Welcome'))).toEqual(['Welcome'])
  })

  it('the act is on record for the firm and in the account, and in the record of consent', async () => {
    const phone = newPhone()
    await anna.ok(appOperations.sendFromApp, { body: { phoneNumbers: [phone], text: 'Hello' } })
    await book.handOver(bert.id)
    const facts = {
      before: { personId: anna.advisorId, name: 'Anna Blum' },
      after: { personId: bert.id, name: 'Bert Cole' },
    }
    expect(await book.entriesOf('advisor.handed_over')).toMatchObject([{ actor: sam, facts }])
    const ofFirm = await book.rowsOf(
      `select entry->'actor' as actor from journal_entry
       where kind = 'firm.book_handed_over' and (entry->>'firmId')::bigint = $1`,
      anna.firmId,
    )
    expect(ofFirm).toEqual([{ actor: sam }])
    const [member] = await book.rowsOf(
      'select id from member where advisor_id = $1 and phone = $2',
      anna.advisorId,
      phone,
    )
    const record = await bert.client.ok(appOperations.getConsentRecord, {
      ...book.inBook,
      params: { memberId: member?.['id'] as number },
    })
    expect(record.handovers).toMatchObject([{ formerName: 'Anna Blum', name: 'Bert Cole', isTold: false }])
  })

  it('grants of the former advisor have ended with their tokens, and what the firm allows goes on', async () => {
    const [granted, allowed] = [
      await createApplication(server.database),
      await createApplication(server.database),
    ]
    const grantId = await grantAccess(server.database, anna.advisorId, granted.id)
    await server.database.query(
      'insert into firm_authorization (firm_id, application_id, scopes) values ($1, $2, $3)',
      [anna.firmId, allowed.id, ['text.messaging.read']],
    )
    await server.owner.query(
      `insert into oauth_artifact (model, id, payload, grant_id, expires_at, advisor_id)
       values ('RefreshToken', $1, '{}', $1, now() + interval '1 day', $2)`,
      [grantId, anna.advisorId],
    )
    const { grantsEnded } = await book.handOver(bert.id)
    expect(grantsEnded).toBe(1)
    expect(await book.rowsOf('select from oauth_artifact where grant_id = $1', grantId)).toEqual([])
    const living = await book.rowsOf(
      'select application_id from living_authorization where advisor_id = $1',
      anna.advisorId,
    )
    expect(living).toEqual([{ application_id: allowed.id }])
    expect(await book.entriesOf('grant.revoked')).toMatchObject([
      { actor: sam, facts: { grants: [{ grantId }] } },
    ])
  })

  it('queued and scheduled texts wait until somebody has looked at them, unless they are to go on', async () => {
    const sender = { advisorId: anna.advisorId, number: anna.number }
    const schedule = () =>
      anna.ok(appOperations.sendFromApp, {
        body: {
          phoneNumbers: [newPhone()],
          text: 'Later',
          scheduleDelivery: true,
          deliveryDate: Date.now() + 3_600_000,
        },
      })
    await schedule()
    await server.database.query('insert into lane (advisor_id, number) values ($1, $2)', [
      anna.advisorId,
      anna.number,
    ])
    await acceptTexts(server.database, sender, await createMembers(server.database, sender, 1))
    const state = async () =>
      book.rowsOf(
        `select (select is_held from lane where advisor_id = $1) as "isHeld",
           (select array_agg(status || coalesce(' ' || hold_reason, '')) from schedule where advisor_id = $1) as schedules`,
        anna.advisorId,
      )
    expect(await book.handOver(bert.id, { texts: 'keep' })).toMatchObject({ isHeld: false, schedulesHeld: 0 })
    expect(await state()).toEqual([{ isHeld: false, schedules: ['active'] }])
    expect(await book.handOver(anna.advisorId)).toMatchObject({ isHeld: true, schedulesHeld: 1 })
    expect(await state()).toEqual([{ isHeld: true, schedules: ['held handed_over'] }])
    expect(await book.entriesOf('schedule.held')).toHaveLength(1)
  })

  it('assistants stay', async () => {
    const kim = await addStaff(server.database, {
      firmId: anna.firmId,
      roles: ['assistant'],
      assists: [anna.advisorId],
    })
    const client = await server.signIn(kim.id)
    await book.handOver(bert.id)
    expect(await client.ok(appOperations.getMe)).toMatchObject({
      advisorId: anna.advisorId,
      role: 'assistant',
    })
  })
})

it('the preview counts the book, names what ends, and changes nothing', async () => {
  const application = await createApplication(server.database)
  await grantAccess(server.database, anna.advisorId, application.id)
  await anna.ok(appOperations.sendFromApp, {
    body: { phoneNumbers: [newPhone(), newPhone()], text: 'Hello' },
  })
  const [phone] = (await book.rowsOf('select phone from member where advisor_id = $1', anna.advisorId)).map(
    row => row['phone'] as string,
  )
  await anna.reply(phone ?? '', 'STOP')
  const preview = await previewHandover(server.database, {
    advisorId: anna.advisorId,
    personId: bert.id,
    notice: '{firm}: {advisor} follows {former}. Reply STOP to opt out.',
  })
  expect(preview).toMatchObject({
    former: { name: 'Anna Blum' },
    successor: { name: 'Bert Cole' },
    book: { contacts: 2, consents: { none: 1, opted_out: 1 }, scheduledTexts: 0 },
    applications: [{ name: 'An application', isAllowedByFirm: false }],
    assistants: [],
    notice: {
      text: 'A firm: Bert Cole follows Anna Blum. Reply STOP to opt out.',
      mistakes: [],
      clients: 1,
      refused: { opted_out: 1 },
    },
  })
  expect(preview.book.waitingTexts).toBeGreaterThan(0)
  expect((await anna.call(appOperations.getMe)).status).toBe(200)
  expect(await book.entriesOf('advisor.handed_over')).toEqual([])
})
