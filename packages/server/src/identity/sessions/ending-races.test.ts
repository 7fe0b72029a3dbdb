// What ends sessions, while the same person is being deactivated or is signing in. Rows are locked in one order, so neither fails.
import { beforeEach, describe, expect, it } from 'vitest'
import { useTestDatabase } from '../../../test/database/database.ts'
import { lockWaits } from '../../../test/database/lock-waits.ts'
import { refusal, sam } from '../../../test/people/book.ts'
import { createSecretKeys } from '../../../test/people/create-secret-keys.ts'
import { addPerson } from '../../../test/servers/sign-in-server.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import { issueBreakGlass, useBreakGlass } from '../firm/sign-in/break-glass.ts'
import { findPerson } from '../person/find-person.ts'
import { personById } from '../person/queries.ts'
import { addFactor } from '../second-factor/add-factor.ts'
import { createSetup } from '../second-factor/factor-setup.ts'
import { secondFactorOf } from '../second-factor/queries.ts'
import { resetFactor } from '../second-factor/reset-factor.ts'
import { codeAt, stepAt } from '../second-factor/totp.ts'
import { hashSecret } from '../secrets.ts'
import { createLink } from '../sign-in/links/create-link.ts'
import { useLink } from '../sign-in/links/use-link.ts'
import { insertPasskey } from '../sign-in/passkeys/queries.ts'
import { applyPersonChanges } from '../staff/apply-person-changes.ts'
import { changePerson } from '../staff/change-person.ts'
import { lockAccountsHeld, lockFirmOfPerson } from '../staff/queries.ts'
import { endAllSessions } from './end-all-sessions.ts'
import { deleteSession } from './queries.ts'
import type { SignInProof } from './sign-in-proof.ts'
import { startSession } from './start-session.ts'

const { database } = await useTestDatabase()
const secretKeys = createSecretKeys()
let person: Awaited<ReturnType<typeof addPerson>>
let sessionId: number
let link: string

beforeEach(async () => {
  person = await addPerson(database)
  const personId = person.id
  sessionId = (await startSession(database, { personId })).session.id
  const publicOrigin = 'https://parley.test'
  const { url } = await inTransaction(database, tx =>
    createLink(tx, { personId, purpose: 'reset', publicOrigin }),
  )
  link = new URL(url).searchParams.get('link') ?? ''
})

const author = () => ({ personId: person.id, owner: { advisorId: person.id }, actor: sam, traceId: null })
const signOut = () => endAllSessions(database, author())
const reset = async () => resetFactor(database, await findPerson(database, person.email))
const add = () => {
  const { setup, secret } = createSetup(secretKeys, person.id)
  const code = codeAt(secret, stepAt(Date.now()))
  return addFactor(database, secretKeys, author(), { setup, code, by: { means: 'session', sessionId } })
}
const setPassword = () =>
  useLink(database, { token: link, password: 'another good password', traceId: 'a-trace' })

const changePassword = (password: string) =>
  changePerson(database, person.id, { password }, { actor: { kind: 'advisor' }, sessionId })

const sessions = async (): Promise<readonly number[]> =>
  (
    await database.query<{ id: number }>('select id from app_session where advisor_id = $1', [person.id])
  ).rows.map(({ id }) => id)

describe('a deactivation that holds the account succeeds', () => {
  it.each([
    ['signing out everywhere', signOut, 'done'],
    ['a reset of the second factor', reset, 'done'],
    // Its session has ended, so it adds no way to sign in.
    ['a new second factor', add, 'unauthorized'],
    ['a password set by a link', setPassword, 'done'],
  ])('and %s waits for it', async (_name, act, outcome) => {
    const { ended } = await inTransaction(database, async tx => {
      await lockFirmOfPerson(tx, [person.id])
      await lockAccountsHeld(tx, [person.id])
      const ending = refusal(act())
      await lockWaits(database, 1)
      await applyPersonChanges(tx, person.id, { active: false }, { actor: sam })
      return { ended: ending }
    })
    expect(await ended).toBe(outcome)
    const [now] = await personById(database, [person.id])
    expect([now?.active, await sessions()]).toEqual([false, []])
  })
})

describe('a session that is just being ended', () => {
  it.each([
    ['adds no authenticator app', add, 'unauthorized'],
    ['sets no password', () => changePassword('another good password'), 'unauthorized'],
  ])('%s', async (_name, act, outcome) => {
    const { acting } = await inTransaction(database, async tx => {
      await deleteSession(tx, [person.id, sessionId])
      const waiting = refusal(act())
      await lockWaits(database, 1)
      return { acting: waiting }
    })
    expect(await acting).toBe(outcome)
  })
})

it('a password that is being replaced sets no authenticator app up', async () => {
  const { setup, secret } = createSetup(secretKeys, person.id)
  const code = codeAt(secret, stepAt(Date.now()))
  const [before] = await personById(database, [person.id])
  await setPassword()
  const by = { means: 'half sign-in', passwordHash: before?.passwordHash ?? null } as const
  expect(await refusal(addFactor(database, secretKeys, author(), { setup, code, by }))).toBe('forbidden')
})

it('a link for an emergency ends with the sessions', async () => {
  const { id: personId } = person
  const secret = await issueBreakGlass(database, { personId, environment: 'sandbox' })
  await signOut()
  expect(await useBreakGlass(database, secret, 'a-trace')).toBeUndefined()
})

describe('a session that is being started with a second factor ends as well', () => {
  it.each([
    ['by a reset of the second factor', reset, false],
    ['by a new second factor', add, true],
    ['by signing out everywhere', signOut, false],
  ])('%s', async (_name, act, keepsOwn) => {
    const other = await addPerson(database)
    // The browser held a session of somebody else. Its row is locked, so the sign-in stops after it has locked the person.
    const { token: heldToken } = await startSession(database, { personId: other.id })
    const { starting, ended } = await inTransaction(database, async tx => {
      await tx.query('select from app_session where token_hash = $1 for update', [hashSecret(heldToken)])
      const entering = startSession(database, { personId: person.id, heldToken, proof: { means: 'firm' } })
      await lockWaits(database, 1)
      const ending = refusal(act())
      await lockWaits(database, 2)
      return { starting: entering, ended: ending }
    })
    const { session } = await starting
    expect(await ended).toBe('done')
    expect(await sessions()).toEqual(keepsOwn ? [sessionId] : [])
    expect(session.personId).toBe(person.id)
  })
})

/** With a passkey of the person that is lost. */
const byPasskey = async (): Promise<SignInProof> => {
  const credentialId = `lost-${person.id}`
  await inTransaction(database, tx =>
    insertPasskey(tx, [person.id, credentialId, Buffer.from('key'), 0, [], 'Phone']),
  )
  return { means: 'passkey', credentialId }
}
/** With the password and a code of an app that is lost. */
const byCode = async (): Promise<SignInProof> => {
  await add()
  const [now] = await personById(database, [person.id])
  const [factor] = await secondFactorOf(database, [person.id])
  if (!now || !factor) throw new Error('no second factor')
  return { means: 'password', passwordHash: now.passwordHash, factorAddedAt: factor.addedAt }
}
const enter = (proof: SignInProof) => refusal(startSession(database, { personId: person.id, proof }))

describe('what a sign-in was proven with is checked when its session starts', () => {
  it.each([
    ['a passkey', byPasskey],
    ['a code', byCode],
  ])('a sign-in with %s that waits for a reset is refused', async (_name, prove) => {
    const proof = await prove()
    // The reset stops at this session, after it has locked the person.
    const { entering, ended } = await inTransaction(database, async tx => {
      await tx.query('select from app_session where id = $1 for update', [sessionId])
      const ending = refusal(reset())
      await lockWaits(database, 1)
      const starting = enter(proof)
      await lockWaits(database, 2)
      return { entering: starting, ended: ending }
    })
    expect([await ended, await entering]).toEqual(['done', 'forbidden'])
    expect(await sessions()).toEqual([])
  })

  it('a code of the former authenticator app does not count for the next one', async () => {
    const proof = await byCode()
    await reset()
    sessionId = (await startSession(database, { personId: person.id })).session.id
    await add()
    expect(await enter(proof)).toBe('forbidden')
  })

  it('what still counts starts a session', async () => {
    expect(await enter(await byPasskey())).toBe('done')
    expect(await enter(await byCode())).toBe('done')
  })
})
