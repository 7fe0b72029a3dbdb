// A password or an address that is changed while the account is being handed over or back.
import { beforeEach, describe, expect, it } from 'vitest'
import { useTestDatabase } from '../../../test/database/database.ts'
import { lockWaits } from '../../../test/database/lock-waits.ts'
import { addColleague, refusal, sam } from '../../../test/people/book.ts'
import { addPerson, password } from '../../../test/servers/sign-in-server.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { Tx } from '../../platform/db/pool.ts'
import { changeAdvisor } from '../people/change-advisor.ts'
import { verifyPassword } from '../people/passwords.ts'
import { startSession } from '../sessions/start-session.ts'
import { createLink } from '../sign-in/links/create-link.ts'
import { useLink } from '../sign-in/links/use-link.ts'
import { changeHolder } from './change-holder.ts'

const { database } = await useTestDatabase()
const next = 'another good password'
let anna: Awaited<ReturnType<typeof addPerson>>
let bert: number
let token: string

beforeEach(async () => {
  anna = await addPerson(database)
  bert = await addColleague(database, anna.firmId, 'Bert Cole')
  const { url } = await inTransaction(database, tx =>
    createLink(tx, { personId: anna.id, purpose: 'reset', publicOrigin: 'https://parley.test' }),
  )
  token = new URL(url).searchParams.get('link') ?? ''
})

/** Gives Anna's account to somebody. */
const handOver = (tx: Tx, personId: number) =>
  changeHolder(tx, { advisorId: anna.id, personId, actor: sam, traceId: null })
const setPassword = () => useLink(database, { token, password: next, traceId: 'a-trace' })

/** Starts the change while the handover is open. It has read who holds the account, and waits for the commit. */
async function duringHandover<Result>(
  personId: number,
  change: () => Promise<Result>,
): Promise<Awaited<Result>> {
  const { changing } = await inTransaction(database, async tx => {
    await handOver(tx, personId)
    const started = change()
    await lockWaits(database, 1)
    return { changing: started }
  })
  return await changing
}

/** What the rows of the person and of the account have. */
async function rows() {
  const { rows: found } = await database.query<{
    person: string | null
    account: string | null
    email: string
    holder: number
  }>(
    `select person.password_hash as person, advisor.password_hash as account, person.email,
       coalesce(holder_id, advisor.id) as holder
     from advisor join person using (id) where id = $1`,
    [anna.id],
  )
  const [row] = found
  if (!row) throw new Error('no account')
  return row
}

describe('a password that is set by a link', () => {
  it('is the person’s if the account is handed over meanwhile, and the account gets none', async () => {
    const used = await duringHandover(bert, setPassword)
    expect(used.outcome).toBe('done')
    const { person, account, holder } = await rows()
    expect([holder, account]).toEqual([bert, null])
    expect([await verifyPassword(next, person), await verifyPassword(password, person)]).toEqual([
      true,
      false,
    ])
  })

  it('is that of person and account if the account is handed back meanwhile', async () => {
    await inTransaction(database, tx => handOver(tx, bert))
    const used = await duringHandover(anna.id, setPassword)
    expect(used.outcome).toBe('done')
    const { person, account, holder } = await rows()
    expect([holder, account]).toEqual([anna.id, person])
    expect(await verifyPassword(next, person)).toBe(true)
  })

  it('stays if the account is handed back before the commit', async () => {
    await inTransaction(database, tx => handOver(tx, bert))
    await startSession(database, { personId: anna.id })
    // Its lock stops the change of the password where it ends the sessions.
    const { setting, handing } = await inTransaction(database, async tx => {
      await tx.query('select from app_session where advisor_id = $1 for update', [anna.id])
      const using = setPassword()
      await lockWaits(database, 1)
      const handingBack = inTransaction(database, each => handOver(each, anna.id))
      await lockWaits(database, 2)
      return { setting: using, handing: handingBack }
    })
    expect((await setting).outcome).toBe('done')
    await handing
    const { person, account, holder } = await rows()
    expect([holder, account]).toEqual([anna.id, person])
    expect(await verifyPassword(next, person)).toBe(true)
  })
})

describe('a change of the advisor who signs in', () => {
  it.each([
    ['the password', { password: next }],
    ['the address', { email: 'somebody-else@example.com' }],
  ])('is refused if the account is handed over meanwhile: %s', async (_what, changes) => {
    const before = await rows()
    const refused = await duringHandover(bert, () => refusal(changeAdvisor(database, anna.id, changes)))
    expect(refused).toBe('conflict')
    const { person, account, email, holder } = await rows()
    expect([holder, account]).toEqual([bert, null])
    expect([person, email]).toEqual([before.person, before.email])
  })

  it('is refused to the former advisor: the name that clients read', async () => {
    const by = { actor: { kind: 'advisor' } } as const
    const change = () => refusal(changeAdvisor(database, anna.id, { name: 'Anna Blum-Day' }, by))
    expect(await duringHandover(bert, change)).toBe('forbidden')
  })
})
