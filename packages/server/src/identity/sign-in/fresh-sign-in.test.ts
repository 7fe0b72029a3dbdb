// Access for a year needs a recent sign-in.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { useTestDatabase } from '../../../test/database/database.ts'
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

const { database } = await useTestDatabase()
let server: SignInServer
let partner: Awaited<ReturnType<typeof addPartner>>
let advisor: Awaited<ReturnType<typeof addPerson>>
let browser: FormBrowser
let allowPage: Answer

beforeAll(async () => {
  server = await createSignInServer({ database })
  partner = await addPartner(database)
})
beforeEach(async () => {
  advisor = await addPerson(database)
  browser = new FormBrowser(server)
  const page = await browser.open(authorizationPath(partner))
  allowPage = await signIn(page)
})
afterAll(() => server.app.close())

const signIn = async (page: Answer): Promise<Answer> =>
  browser.follow(await browser.submit(page, 'sign-in', { email: advisor.email, password }))

/** Moves the sign-in this many minutes into the past. */
const letPass = (minutes: number) =>
  database.query(
    `update oauth_artifact
     set payload = payload || jsonb_build_object('loginTs', (payload->>'loginTs')::integer - $2::integer * 60)
     where model = 'Session' and payload->>'accountId' = $1`,
    [advisor.identifier, minutes],
  )
const grants = async (): Promise<number> =>
  (await database.query('select from authorization_grant where advisor_id = $1', [advisor.id])).rows.length

const isSignIn = ({ body }: Answer): boolean => body.includes('name="password"')
const withoutOffline = { scope: 'openid core.contacts.read' }

it('requires a recent sign-in for offline access and for nothing else', async () => {
  expect(isSignIn(await browser.open(authorizationPath(partner)))).toBe(false)
  await letPass(12)
  expect(isSignIn(await browser.open(authorizationPath(partner, withoutOffline)))).toBe(false)
  const again = await browser.open(authorizationPath(partner))
  expect(isSignIn(again)).toBe(true)
  const allow = await signIn(again)
  const done = await browser.follow(await browser.submit(allow, 'allow'))
  expect(new URL(done.location ?? '').searchParams.has('code')).toBe(true)
  expect(await grants()).toBe(1)
})

it('rejects a decision on a page that was open too long, and requires a new sign-in', async () => {
  await letPass(11)
  const answer = await browser.follow(await browser.submit(allowPage, 'allow'))
  expect(isSignIn(answer)).toBe(true)
  expect(await grants()).toBe(0)
})

it('accepts a decision within ten minutes', async () => {
  await letPass(9)
  const done = await browser.follow(await browser.submit(allowPage, 'allow'))
  expect(new URL(done.location ?? '').searchParams.has('code')).toBe(true)
})
