import type { Tx } from '../db/pool.ts'
import { insertMissingMembers, membersByPhone } from './contact-queries.ts'

interface Wanted {
  readonly advisorId: number
  readonly phone: string
}

/**
 * The members behind these phone numbers, in the order asked for; those that do not exist yet come to be. Two statements:
 * in one, a number that another transaction adds at the same moment would be neither inserted nor read.
 */
export async function ensureMembers(tx: Tx, wanted: readonly Wanted[]): Promise<number[]> {
  const advisorIds = wanted.map(({ advisorId }) => advisorId)
  const phones = wanted.map(({ phone }) => phone)
  await insertMissingMembers(tx, [advisorIds, phones])
  const members = await membersByPhone(tx, [advisorIds, phones])
  const ids = new Map(members.map(({ advisorId, phone, id }) => [`${advisorId} ${phone}`, id]))
  return wanted.map(({ advisorId, phone }) => {
    const id = ids.get(`${advisorId} ${phone}`)
    if (id === undefined) throw new Error('a member that was made sure of is not there')
    return id
  })
}
