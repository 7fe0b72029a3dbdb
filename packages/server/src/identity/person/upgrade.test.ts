// Advisors of an installation become people, and nothing changes for them. The last release runs on the new schema meanwhile.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createDatabaseBefore } from '../../../test/database/before-migration.ts'
import { password } from '../../../test/servers/sign-in-server.ts'
import { migrate } from '../../platform/db/migrate.ts'
import type { Database } from '../../platform/db/pool.ts'
import { hashPassword } from '../people/passwords.ts'
import { hashSecret } from '../secrets.ts'
import { findSession } from '../sessions/find-session.ts'
import { signInWithPassword } from '../sign-in/attempts/sign-in-with-password.ts'
import { passkeyByCredential } from '../sign-in/passkeys/queries.ts'
import { findPerson } from './find-person.ts'
import { personById } from './queries.ts'

let old: Awaited<ReturnType<typeof createDatabaseBefore>>
let owner: Database
let advisorId: number

/** As the last release writes it. */
const insertAdvisor = async (identifier: string): Promise<number> => {
  const { rows } = await owner.query<{ id: number }>(
    `insert into advisor (firm_id, identifier, name, email, time_zone, password_hash)
     select id, $1, 'Avery Stone', $2, 'UTC', $3 from firm limit 1 returning id`,
    [identifier, `${identifier}@example.com`, await hashPassword(password)],
  )
  return rows[0]?.id ?? 0
}

const insertSession = (id: number, token: string): Promise<unknown> =>
  owner.query(
    `insert into app_session (advisor_id, token_hash, expires_at) values ($1, $2, now() + interval '1 hour')`,
    [id, hashSecret(token)],
  )

beforeAll(async () => {
  old = await createDatabaseBefore('0055-people')
  owner = old.owner
  await owner.query(`insert into firm (name) values ('A firm')`)
  advisorId = await insertAdvisor('avery')
  await insertSession(advisorId, 'held before')
  await owner.query(
    `insert into passkey (advisor_id, credential_id, public_key, counter, transports, name)
     values ($1, 'credential', '\\x00', 0, '{}', 'Laptop')`,
    [advisorId],
  )
  await migrate({ ...old.urls, cell: 1, environment: 'sandbox', log: () => {} })
})
afterAll(() => old.drop())

const signIn = (email: string, given = password) =>
  signInWithPassword(owner, text => [Buffer.from(text.padEnd(32).slice(0, 32))], {
    email,
    password: given,
    address: '127.0.0.1',
  })

it('an advisor keeps id, e-mail address, password, session and passkey', async () => {
  expect(await findPerson(owner, 'avery')).toMatchObject({
    id: advisorId,
    email: 'avery@example.com',
    roles: ['advisor'],
    active: true,
  })
  expect(await findSession(owner, { token: 'held before', isUse: false })).toMatchObject({
    session: { personId: advisorId, hasAccount: true },
    accounts: [advisorId],
  })
  expect(await signIn('avery@example.com')).toMatchObject({ outcome: 'welcome', personId: advisorId })
  expect(await passkeyByCredential(owner, ['credential'])).toMatchObject([{ personId: advisorId }])
})

it('what the last release writes is followed: new advisors, sessions, passwords and disabling', async () => {
  const id = await insertAdvisor('blake')
  await insertSession(id, 'by the last release')
  expect(await findSession(owner, { token: 'by the last release', isUse: false })).toBeDefined()
  await owner.query('update advisor set password_hash = $2, name = $3 where id = $1', [
    id,
    await hashPassword('another long password'),
    'Blake Lowe',
  ])
  expect(await signIn('blake@example.com')).toMatchObject({ outcome: 'refused' })
  expect(await signIn('blake@example.com', 'another long password')).toMatchObject({ outcome: 'welcome' })
  expect(await personById(owner, [id])).toMatchObject([{ name: 'Blake Lowe', active: true }])
  await owner.query('update advisor set active = false where id = $1', [id])
  expect(await findSession(owner, { token: 'by the last release', isUse: false })).toBeUndefined()
})

it('the last release lets nobody in who is not an advisor', async () => {
  const { rows } = await owner.query<{ id: number }>(
    `insert into person (firm_id, name, email) select id, 'Kim', 'kim@example.com' from firm limit 1 returning id`,
  )
  const id = rows[0]?.id ?? 0
  await owner.query(`insert into person_role (person_id, role) values ($1, 'auditor')`, [id])
  await insertSession(id, 'of Kim')
  expect(await findSession(owner, { token: 'of Kim', isUse: false })).toMatchObject({ accounts: [] })
  // Its statement, word for word as far as it matters.
  const { rows: sessions } = await owner.query(
    `select session.id from app_session as session
     join advisor on advisor.id = session.advisor_id join firm on firm.id = advisor.firm_id
     where session.token_hash = $1`,
    [hashSecret('of Kim')],
  )
  expect(sessions).toEqual([])
})
