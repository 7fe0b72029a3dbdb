import { beforeEach, describe, expect, it } from 'vitest'
import { useTestDatabase } from '../../../test/database/database.ts'
import { addAdvisor } from './add-advisor.ts'
import { addFirm } from './add-firm.ts'
import { changeAdvisor } from './change-advisor.ts'
import { changeFirm } from './change-firm.ts'
import { findAdvisor } from './find-advisor.ts'
import { findFirm } from './find-firm.ts'
import { listAdvisors } from './list-advisors.ts'
import { listFirms } from './list-firms.ts'
import { addTextingNumber } from './numbers/add-texting-number.ts'
import { changeTextingNumber } from './numbers/change-texting-number.ts'
import { findTextingNumber } from './numbers/find-texting-number.ts'
import { listTextingNumbers } from './numbers/list-texting-numbers.ts'
import { verifyPassword } from './passwords.ts'
import { advisorByEmail } from './queries.ts'
import type { Advisor } from './records.ts'

const { database, owner } = await useTestDatabase()
// Not truncated: truncate would cascade to the append-only texting policies.
beforeEach(() =>
  owner.query(
    'delete from texting_number; delete from person_role; delete from person; delete from advisor; delete from firm',
  ),
)

const conflict = (message: RegExp) => ({
  code: 'conflict',
  message: expect.stringMatching(message) as string,
})
const notFound = (message: RegExp) => ({
  code: 'not_found',
  message: expect.stringMatching(message) as string,
})

async function add(identifier: string, firmId?: number): Promise<Advisor> {
  return addAdvisor(database, {
    firmId: firmId ?? (await addFirm(database, { name: 'Harbor Wealth' })).id,
    identifier,
    name: 'Avery Quinn',
    email: `${identifier}@harbor.example`,
    timeZone: 'America/New_York',
  })
}

describe('a firm', () => {
  it('is added, found by id and by name, listed, renamed, disabled and enabled', async () => {
    const firm = await addFirm(database, { name: 'Harbor Wealth' })
    expect(firm).toMatchObject({ name: 'Harbor Wealth', active: true, advisorCount: 0 })
    expect(await findFirm(database, String(firm.id))).toEqual(firm)
    expect(await findFirm(database, 'harbor wealth')).toEqual(firm)
    expect(await listFirms(database)).toEqual([firm])
    expect(await changeFirm(database, firm.id, { name: 'Summit' })).toEqual({ ...firm, name: 'Summit' })
    expect(await changeFirm(database, firm.id, { active: false })).toMatchObject({
      name: 'Summit',
      active: false,
    })
    expect(await changeFirm(database, firm.id, { active: true })).toMatchObject({ active: true })
  })

  it('counts its advisors', async () => {
    const { firm } = await add('avery')
    await add('blake', firm.id)
    expect(await findFirm(database, String(firm.id))).toMatchObject({ advisorCount: 2 })
  })

  it('is refused if its name is unknown, ambiguous or invalid', async () => {
    await expect(findFirm(database, '99')).rejects.toMatchObject(
      notFound(/^There is no firm with the id 99\.$/),
    )
    await expect(findFirm(database, 'Nobody')).rejects.toMatchObject(notFound(/^There is no firm Nobody\.$/))
    await expect(changeFirm(database, 99, { active: false })).rejects.toMatchObject(notFound(/99/))
    const first = await addFirm(database, { name: 'Twin' })
    const second = await addFirm(database, { name: 'TWIN' })
    await expect(findFirm(database, 'twin')).rejects.toMatchObject(
      conflict(new RegExp(`^2 firms are called Twin\\. Use the id: ${first.id}, ${second.id}\\.$`)),
    )
    await expect(addFirm(database, { name: '' })).rejects.toMatchObject({ code: 'invalid_request' })
    await expect(changeFirm(database, first.id, { name: ' ' })).rejects.toMatchObject({
      code: 'invalid_request',
    })
  })
})

describe('an advisor', () => {
  it('is added, found by identifier and e-mail, listed by firm, changed and disabled', async () => {
    const advisor = await add('avery')
    await add('blake')
    expect(advisor).toMatchObject({ identifier: 'avery', active: true, hasPassword: false })
    expect(await findAdvisor(database, 'avery')).toEqual(advisor)
    expect(await findAdvisor(database, 'AVERY@harbor.example')).toEqual(advisor)
    expect(await listAdvisors(database, advisor.firm.id)).toEqual([advisor])
    expect((await listAdvisors(database)).map(({ identifier }) => identifier)).toEqual(['avery', 'blake'])
    const changes = { name: 'Avery Q', email: 'a@harbor.example', timeZone: 'UTC' }
    expect(await changeAdvisor(database, advisor.id, changes)).toEqual({ ...advisor, ...changes })
    expect(await changeAdvisor(database, advisor.id, { active: false })).toEqual({
      ...advisor,
      ...changes,
      active: false,
    })
  })

  it('stores a password only as a hash, which is never returned; a change replaces it', async () => {
    const { id, firm } = await add('avery')
    const blake = await addAdvisor(database, {
      firmId: firm.id,
      identifier: 'blake',
      name: 'Blake Ito',
      email: 'blake@harbor.example',
      timeZone: 'UTC',
      password: 'first password',
    })
    expect(blake.hasPassword).toBe(true)
    expect(JSON.stringify(blake)).not.toContain('argon2')
    await changeAdvisor(database, blake.id, { password: 'second password' })
    await changeAdvisor(database, blake.id, { name: 'Blake' })
    const [row] = await advisorByEmail(database, ['blake@harbor.example'])
    const stored = row?.passwordHash ?? ''
    expect(await verifyPassword('first password', stored)).toBe(false)
    expect(await verifyPassword('second password', stored)).toBe(true)
    expect(await changeAdvisor(database, id, { active: true })).toMatchObject({ hasPassword: false })
  })

  it('reports every error at once, and writes nothing', async () => {
    const firm = await addFirm(database, { name: 'Harbor Wealth' })
    const wrong = { identifier: 'Avery', name: '', email: 'avery', timeZone: 'Mars', password: 'short' }
    const error: unknown = await addAdvisor(database, { firmId: firm.id, ...wrong }).catch(
      (cause: unknown) => cause,
    )
    expect(error).toMatchObject({ code: 'invalid_request' })
    const { errors } = (error as { details: { errors: { path: string }[] } }).details
    expect(errors.map(({ path }) => path)).toEqual([
      '/identifier',
      '/name',
      '/email',
      '/timeZone',
      '/password',
    ])
    expect(String(error)).not.toContain('short')
    expect(await listAdvisors(database)).toEqual([])
  })

  it('cannot have an unknown firm, or an identifier or e-mail address in use', async () => {
    const { id, firm } = await add('avery')
    const blake = await add('blake', firm.id)
    await expect(add('casey', 99)).rejects.toMatchObject(notFound(/firm with the id 99/))
    await expect(add('avery', firm.id)).rejects.toMatchObject(conflict(/^The identifier avery is taken/))
    await expect(changeAdvisor(database, blake.id, { email: 'Avery@Harbor.example' })).rejects.toMatchObject(
      conflict(/^The e-mail address Avery@Harbor.example belongs to another advisor/),
    )
    expect(await changeAdvisor(database, id, { email: 'Avery@Harbor.example' })).toMatchObject({ id })
    await expect(changeAdvisor(database, 99, { name: 'X' })).rejects.toMatchObject(notFound(/99/))
    await expect(findAdvisor(database, 'nobody')).rejects.toMatchObject(
      notFound(/^There is no advisor nobody\.$/),
    )
  })
})

describe('a texting number', () => {
  const number = '+12025550123'

  it('is assigned to an advisor, found, listed, disabled and enabled', async () => {
    const { id, firm } = await add('avery')
    const added = await addTextingNumber(database, { advisorId: id, number })
    expect(added).toMatchObject({ number, active: true, advisor: { identifier: 'avery' } })
    expect(await findTextingNumber(database, number)).toEqual(added)
    expect(await listTextingNumbers(database)).toEqual([added])
    expect(await listTextingNumbers(database, { firmId: firm.id, advisorId: id })).toEqual([added])
    expect(await listTextingNumbers(database, { firmId: firm.id + 1 })).toEqual([])
    expect(await changeTextingNumber(database, number, { active: false })).toEqual({
      ...added,
      active: false,
    })
    expect(await changeTextingNumber(database, number, { active: true })).toMatchObject({ active: true })
  })

  it('belongs to one advisor at a time', async () => {
    const avery = await add('avery')
    const blake = await add('blake', avery.firm.id)
    await addTextingNumber(database, { advisorId: avery.id, number })
    for (const advisorId of [avery.id, blake.id]) {
      await expect(addTextingNumber(database, { advisorId, number })).rejects.toMatchObject(
        conflict(/belongs to the advisor avery\.$/),
      )
    }
    await changeTextingNumber(database, number, { active: false })
    expect(await addTextingNumber(database, { advisorId: blake.id, number })).toMatchObject({
      advisor: { identifier: 'blake' },
    })
  })

  it('goes to one of two advisors who request it concurrently', async () => {
    const avery = await add('avery')
    const blake = await add('blake', avery.firm.id)
    const outcomes = await Promise.allSettled(
      [avery, blake].map(({ id }) => addTextingNumber(database, { advisorId: id, number })),
    )
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { code: 'conflict' },
    })
  })

  it('can be reassigned, keeps a record of previous advisors, and returns to the last one', async () => {
    const avery = await add('avery')
    const blake = await add('blake', avery.firm.id)
    await addTextingNumber(database, { advisorId: avery.id, number })
    const holders = async (): Promise<string[]> =>
      (await listTextingNumbers(database)).map(({ advisor, active }) => `${advisor.identifier} ${active}`)
    await changeTextingNumber(database, number, { advisorId: blake.id })
    expect(await holders()).toEqual(['avery false', 'blake true'])
    await changeTextingNumber(database, number, { advisorId: avery.id })
    expect(await holders()).toEqual(['avery true', 'blake false'])
    await changeTextingNumber(database, number, { advisorId: avery.id })
    expect(await holders()).toEqual(['avery true', 'blake false'])
    await changeTextingNumber(database, number, { active: false })
    await changeTextingNumber(database, number, { active: true })
    expect(await holders()).toEqual(['avery true', 'blake false'])
  })

  it('is refused when it is unknown or not a number', async () => {
    const { id } = await add('avery')
    await expect(findTextingNumber(database, number)).rejects.toMatchObject(
      notFound(/No advisor has the number/),
    )
    await expect(changeTextingNumber(database, number, { active: false })).rejects.toMatchObject(
      notFound(/number/),
    )
    await expect(addTextingNumber(database, { advisorId: id, number: '2025550123' })).rejects.toMatchObject({
      code: 'invalid_request',
    })
  })
})
