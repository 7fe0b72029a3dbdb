// The second factor on the pages where an advisor allows an application.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { useTestDatabase } from '../../../test/database/database.ts'
import { lockWaits } from '../../../test/database/lock-waits.ts'
import { authenticatorOf } from '../../../test/people/authenticator.ts'
import {
  addPartner,
  addPerson,
  authorizationPath,
  createSignInServer,
  FormBrowser,
  password,
  type SignInServer,
} from '../../../test/servers/sign-in-server.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import { findPerson } from '../person/find-person.ts'
import { signingInAuthorOf } from '../person/person-author.ts'
import { personById } from '../person/queries.ts'
import { addFactor } from './add-factor.ts'
import { describeSetup } from './describe-setup.ts'
import { createSetup } from './factor-setup.ts'
import { resetFactor } from './reset-factor.ts'

const { database } = await useTestDatabase()
const lines: string[] = []
let server: SignInServer
let partner: Awaited<ReturnType<typeof addPartner>>

beforeAll(async () => {
  server = await createSignInServer({ database, logTo: { write: line => void lines.push(line) } })
  partner = await addPartner(database)
})
afterAll(() => server.app.close())

async function addAdvisorWithFactor() {
  const advisor = await addPerson(database)
  const { setup, secret } = createSetup(server.secretKeys, advisor.id)
  const { key } = describeSetup(secret, advisor.email)
  const authenticator = authenticatorOf(key)
  const author = signingInAuthorOf(advisor, 'trace')
  const [row] = await personById(database, [advisor.id])
  const added = await addFactor(database, server.secretKeys, author, {
    setup,
    code: authenticator.code(-1),
    by: { means: 'half sign-in', passwordHash: row?.passwordHash ?? null },
  })
  if (added.outcome !== 'added') throw new Error(added.outcome)
  return { advisor, authenticator, key, recoveryCodes: added.recoveryCodes }
}

it('asks for the code before anything can be allowed, and logs neither code nor recovery code', async () => {
  const { advisor, authenticator, key, recoveryCodes } = await addAdvisorWithFactor()
  const browser = new FormBrowser(server)
  const page = await browser.open(authorizationPath(partner))
  const half = await browser.submit(page, 'sign-in', { email: advisor.email, password })
  expect(half.location).toBe(`${page.path}/code`)
  const asking = await browser.follow(half)
  expect(asking.body).toContain('Enter your code')
  // The interaction still asks for a sign-in, and it is of no use in another browser.
  expect((await browser.submit(asking, 'allow')).location).toBe(page.path)
  expect((await new FormBrowser(server).open(page.path)).status).toBe(404)

  const [recoveryCode = ''] = recoveryCodes
  const wrong = authenticator.wrongCode()
  expect((await browser.submit(asking, 'code', { code: wrong })).status).toBe(422)
  const code = authenticator.code()
  const allow = await browser.follow(await browser.submit(asking, 'code', { code }))
  expect(allow.body).toContain('Meridian CRM')
  expect((await browser.submit(allow, 'allow')).status).toBe(303)

  const other = new FormBrowser(server)
  const again = await other.open(authorizationPath(partner))
  const asked = await other.follow(await other.submit(again, 'sign-in', { email: advisor.email, password }))
  expect((await other.submit(asked, 'code', { code })).status).toBe(422)
  const entered = await other.follow(await other.submit(asked, 'code', { recoveryCode }))
  expect(entered.body).toContain('Meridian CRM')

  const log = lines.join('')
  expect(log).toContain('"method":"recovery code"')
  for (const secret of [
    recoveryCode,
    password,
    key,
    key.replaceAll(' ', ''),
    `"${code}"`,
    `"${wrong}"`,
    advisor.email,
  ]) {
    expect(log).not.toContain(secret)
  }
})

it('a reset between the code and the end of the sign-in refuses it', async () => {
  const { advisor, authenticator } = await addAdvisorWithFactor()
  const browser = new FormBrowser(server)
  const page = await browser.open(authorizationPath(partner))
  const asking = await browser.follow(
    await browser.submit(page, 'sign-in', { email: advisor.email, password }),
  )
  // The code was accepted, and the request waits for this row.
  const { entering } = await inTransaction(database, async tx => {
    await tx.query(`select from oauth_artifact where model = 'HalfSignIn' for update`)
    const answering = browser.submit(asking, 'code', { code: authenticator.code() })
    await lockWaits(database, 1)
    await resetFactor(database, await findPerson(database, advisor.email))
    // As if the reset had been long ago: the time of the login alone must not decide.
    await database.query('update advisor set signed_out_at = $2 where id = $1', [advisor.id, new Date(0)])
    return { entering: answering }
  })
  const { status, body } = await browser.follow(await entering)
  expect([status, body]).toEqual([403, expect.stringContaining('was removed just now')])
})
