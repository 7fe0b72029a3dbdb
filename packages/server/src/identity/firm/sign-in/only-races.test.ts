// A firm that allows only its own sign-in from now on, while people are signing in with their own means.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { useTestDatabase } from '../../../../test/database/database.ts'
import { lockWaits } from '../../../../test/database/lock-waits.ts'
import { refusal } from '../../../../test/people/book.ts'
import { addStaff } from '../../../../test/people/staff.ts'
import {
  addPartner,
  addPerson,
  authorizationPath,
  createSignInServer,
  FormBrowser,
  password,
  type SignInServer,
} from '../../../../test/servers/sign-in-server.ts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import { personById } from '../../person/queries.ts'
import type { SignInProof } from '../../sessions/sign-in-proof.ts'
import { startSession } from '../../sessions/start-session.ts'
import { insertPasskey } from '../../sign-in/passkeys/queries.ts'
import { setFirmSignIn } from './set-firm-sign-in.ts'

const { database } = await useTestDatabase()
let server: SignInServer
let partner: Awaited<ReturnType<typeof addPartner>>
let avery: Awaited<ReturnType<typeof addPerson>>
let sessionId: number

beforeAll(async () => {
  server = await createSignInServer({ database })
  partner = await addPartner(database)
})
afterAll(() => server.app.close())
beforeEach(async () => {
  avery = await addPerson(database)
  sessionId = (await startSession(database, { personId: avery.id })).session.id
  await setOnly(false)
})

const setOnly = (isOnly: boolean) =>
  setFirmSignIn(
    database,
    { environment: 'sandbox', secretKeys: server.secretKeys },
    {
      firmId: avery.firmId,
      issuer: 'https://login.harbor.example',
      clientId: 'parley',
      clientSecret: 'a-secret',
      domains: [],
      isOnly,
    },
  )

const sessionsOf = async (personId: number): Promise<number> =>
  (await database.query('select from app_session where advisor_id = $1', [personId])).rows.length

const byPassword = async (personId: number): Promise<SignInProof> => {
  const [person] = await personById(database, [personId])
  return { means: 'password', passwordHash: person?.passwordHash ?? null }
}
const byPasskey = async (personId: number): Promise<SignInProof> => {
  const credentialId = `passkey-${personId}`
  await inTransaction(database, tx =>
    insertPasskey(tx, [personId, credentialId, Buffer.from('key'), 0, [], 'Laptop']),
  )
  return { means: 'passkey', credentialId }
}

/**
 * Starts a session while the change is open. The change has ended the sessions that it found, except for one that is locked here. A
 * sign-in that waits for nothing is over before the change.
 */
async function enterDuringChange(
  personId: number,
  prove: (personId: number) => Promise<SignInProof>,
): Promise<string> {
  const { entering, set } = await inTransaction(database, async tx => {
    await tx.query('select from app_session where id = $1 for update', [sessionId])
    const setting = refusal(setOnly(true))
    await lockWaits(database, 1)
    const starting = refusal(startSession(database, { personId, proof: await prove(personId) }))
    await Promise.race([starting, lockWaits(database, 2)])
    return { entering: starting, set: setting }
  })
  expect(await set).toBe('done')
  return entering
}

describe('a sign-in that overlaps with the change leaves no session', () => {
  it.each([
    ['with a password', byPassword],
    ['with a passkey', byPasskey],
  ])('%s', async (_name, prove) => {
    expect(await enterDuringChange(avery.id, prove)).toBe('forbidden')
    expect(await sessionsOf(avery.id)).toBe(0)
  })

  it('of somebody who was added after the change had read who is in the firm', async () => {
    let addedId = 0
    const added = await inTransaction(database, async tx => {
      await tx.query('select from app_session where id = $1 for update', [sessionId])
      const setting = refusal(setOnly(true))
      await lockWaits(database, 1)
      const kim = await addStaff(database, { firmId: avery.firmId, roles: ['auditor'], password })
      addedId = kim.id
      const starting = refusal(startSession(database, { personId: kim.id, proof: await byPassword(kim.id) }))
      await Promise.race([starting, lockWaits(database, 2)])
      return { starting, setting }
    })
    expect([await added.setting, await added.starting]).toEqual(['done', 'forbidden'])
    expect(await sessionsOf(addedId)).toBe(0)
  })

  it.each(['firm', 'one-time link'] as const)('a %s lets somebody in', async means => {
    expect(await enterDuringChange(avery.id, async () => ({ means }))).toBe('done')
  })
})

describe('on the authorization pages', () => {
  const open = async () => {
    const browser = new FormBrowser(server)
    const page = await browser.open(authorizationPath(partner))
    return { browser, page }
  }
  const signedIn = async () => {
    const { browser, page } = await open()
    const answer = await browser.submit(page, 'sign-in', { email: avery.email, password })
    return { browser, page: await browser.follow(answer) }
  }
  const activeGrants = async (): Promise<number> =>
    (
      await database.query('select from authorization_grant where advisor_id = $1 and revoked_at is null', [
        avery.id,
      ])
    ).rows.length
  /** As if the clocks differed: the time of the login alone must not decide. */
  const forgetSignOut = () =>
    database.query('update advisor set signed_out_at = $2 where id = $1', [avery.id, new Date(0)])

  it('a password that was checked before the change does not sign in after it', async () => {
    const { browser, page } = await open()
    const { answering } = await inTransaction(database, async tx => {
      await tx.query('select from app_session where id = $1 for update', [sessionId])
      const setting = setOnly(true)
      await lockWaits(database, 1)
      const answer = browser.submit(page, 'sign-in', { email: avery.email, password })
      await Promise.race([answer, lockWaits(database, 2)])
      return { answering: answer, setting }
    })
    await forgetSignOut()
    expect((await browser.follow(await answering)).status).toBe(403)
  })

  /** As if the login had outlived the change, which deletes it. */
  const setOnlyAlone = () =>
    database.query('update firm_sign_in set is_only = true where firm_id = $1', [avery.firmId])

  it('the change ends a login from before', async () => {
    const { browser, page } = await signedIn()
    await setOnly(true)
    expect((await browser.submit(page, 'allow')).status).toBe(404)
    expect((await browser.open(authorizationPath(partner))).body).toContain('name="password"')
  })

  it('a login from before allows nothing afterwards, even if it was not ended', async () => {
    const { browser, page } = await signedIn()
    await setOnlyAlone()
    expect((await browser.submit(page, 'allow')).location).toContain('prompt=login')
    expect(await activeGrants()).toBe(0)
  })

  it('what was being allowed during the change is revoked', async () => {
    const { browser, page } = await signedIn()
    // The grant is stopped after the login was checked.
    const { allowing } = await inTransaction(database, async tx => {
      await tx.query('select from application where client_id = $1 for update', [partner.clientId])
      const answer = browser.submit(page, 'allow')
      await lockWaits(database, 1)
      await setOnly(true)
      return { allowing: answer }
    })
    expect((await allowing).location).toContain('prompt=login')
    expect(await activeGrants()).toBe(0)
  })

  it('a login at the firm’s provider allows', async () => {
    const { browser, page } = await signedIn()
    await setOnlyAlone()
    await database.query(
      `update oauth_artifact set payload = jsonb_set(payload, '{amr}', '["mfa"]')
       where model = 'Session' and payload->>'accountId' = $1`,
      [avery.identifier],
    )
    const answer = await browser.follow(await browser.submit(page, 'allow'))
    expect(answer.location).toContain('code=')
  })
})
