// Allowing an application for an account that was handed over: the new advisor can, the former one cannot.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { useTestDatabase } from '../../../test/database/database.ts'
import { lockWaits } from '../../../test/database/lock-waits.ts'
import { addColleague, refusal, sam } from '../../../test/people/book.ts'
import {
  type Answer,
  addPartner,
  addPerson,
  authorizationPath,
  createSignInServer,
  FormBrowser,
  password,
  type SignInServer,
} from '../../../test/servers/sign-in-server.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import { personById } from '../person/queries.ts'
import { changeHolder } from '../staff/change-holder.ts'
import { loginOf } from './attempts/login-of.ts'

const { database } = await useTestDatabase()
let server: SignInServer
let partner: Awaited<ReturnType<typeof addPartner>>
let avery: Awaited<ReturnType<typeof addPerson>>
let jordan: { readonly id: number; readonly email: string; readonly identifier: string }

beforeAll(async () => {
  server = await createSignInServer({ database })
  partner = await addPartner(database)
})
afterAll(() => server.app.close())
beforeEach(async () => {
  avery = await addPerson(database)
  const id = await addColleague(database, avery.firmId, 'Jordan Reed', password)
  const [row] = await personById(database, [id])
  jordan = { id, email: row?.email ?? '', identifier: row?.identifier ?? '' }
})

const handOver = (personId: number): Promise<unknown> =>
  inTransaction(database, tx =>
    changeHolder(tx, { advisorId: avery.id, personId, actor: sam, traceId: null }),
  )

async function signIn(who: { readonly email: string }): Promise<{ browser: FormBrowser; page: Answer }> {
  const browser = new FormBrowser(server)
  const page = await browser.open(authorizationPath(partner))
  return {
    browser,
    page: await browser.follow(await browser.submit(page, 'sign-in', { email: who.email, password })),
  }
}

const grants = async (): Promise<unknown[]> =>
  (
    await database.query(
      `select entry->'actor' as actor from journal_entry where advisor_id = $1 and kind = 'grant.given' order by id`,
      [avery.id],
    )
  ).rows

it('the new advisor chooses between their accounts, and the entry names them', async () => {
  await handOver(jordan.id)
  const { browser, page } = await signIn(jordan)
  expect(page.body).toContain(`<option value="${jordan.identifier}" selected>`)
  expect(page.body).toContain(`<option value="${avery.identifier}">`)
  // As if the sign-in were from before the handover.
  await database.query(`update advisor set signed_out_at = now() + interval '1 minute' where id = $1`, [
    avery.id,
  ])
  const again = await browser.submit(page, 'allow', { account: avery.identifier })
  expect(again.location).toContain('prompt=login')
  await database.query(`update advisor set signed_out_at = now() - interval '1 hour' where id = $1`, [
    avery.id,
  ])
  const answer = await browser.submit(page, 'allow', { account: avery.identifier })
  const { location } = await browser.follow(answer)
  expect(location).toContain('code=')
  expect(await grants()).toEqual([{ actor: { kind: 'advisor', personId: jordan.id } }])
  const { rows } = await database.query(
    `select advisor_id from oauth_artifact where model = 'AuthorizationCode' and advisor_id = $1`,
    [avery.id],
  )
  expect(rows).toHaveLength(1)
})

it('nobody chooses an account that they do not hold', async () => {
  const { browser, page } = await signIn(jordan)
  expect(page.body).toContain('Allow <bdi>')
  expect(page.body).not.toContain('<option')
  expect((await browser.submit(page, 'allow', { account: avery.identifier })).status).toBe(403)
  expect(await grants()).toEqual([])
})

it('a page that the former advisor left open allows nothing', async () => {
  const { browser, page } = await signIn(avery)
  await handOver(jordan.id)
  const answer = await browser.submit(page, 'allow')
  expect(answer.status).not.toBe(200)
  expect(await grants()).toEqual([])
})

it('a sign-in of the former advisor that waits for the handover allows nothing', async () => {
  const [person] = await personById(database, [avery.id])
  if (!person) throw new Error('no such person')
  const proof = { means: 'password', passwordHash: person.passwordHash } as const
  const { signingIn } = await inTransaction(database, async tx => {
    await changeHolder(tx, { advisorId: avery.id, personId: jordan.id, actor: sam, traceId: null })
    const waiting = refusal(loginOf(database, person, proof))
    await lockWaits(database, 1)
    return { signingIn: waiting }
  })
  expect(await signingIn).toBe('forbidden')
})

it('the former advisor has nothing left to allow an application for', async () => {
  await handOver(jordan.id)
  const browser = new FormBrowser(server)
  const page = await browser.open(authorizationPath(partner))
  const { status, body } = await browser.submit(page, 'sign-in', { email: avery.email, password })
  expect([status, body]).toEqual([403, expect.stringContaining('Only advisors can connect applications')])
})
