import { createHash } from 'node:crypto'
import { limits } from '@parley/contract'
import type { Queryable } from '../../db/pool.ts'
import { Problem } from '../../http/problem.ts'
import { reach } from './recipient-queries.ts'

export interface NamedRecipients {
  readonly phoneNumbers?: readonly string[] | undefined
  readonly contactIds?: readonly number[] | undefined
  readonly groupIds?: readonly number[] | undefined
}

interface FoundRecipients {
  /** Each once, in the order of the numbers. */
  readonly phones: readonly string[]
  /** Contacts that are named and have no number. */
  readonly withoutPhone: number
  /** Stands for these very numbers. */
  readonly reach: string
}

/** The numbers behind contacts, groups and numbers. An id that is not this advisor's is a mistake, not an empty place. */
export async function findRecipients(
  db: Queryable,
  advisorId: number,
  { phoneNumbers = [], contactIds = [], groupIds = [] }: NamedRecipients,
): Promise<FoundRecipients> {
  const contacts = new Set(contactIds)
  const groups = new Set(groupIds)
  const [found] = await reach(db, [
    advisorId,
    [...contacts],
    [...groups],
    [...new Set(phoneNumbers)],
    limits.appRecipients + 1,
  ])
  if (!found) throw new Error('a query for one row answered none')
  if (found.contacts !== contacts.size) throw refusal('/contactIds', 'names a contact that does not exist')
  if (found.groups !== groups.size) throw refusal('/groupIds', 'names a group that does not exist')
  if (found.phones.length > limits.appRecipients) {
    throw refusal('', `reaches more than ${limits.appRecipients} numbers`)
  }
  return { ...found, reach: createHash('sha256').update(found.phones.join()).digest('base64url') }
}

export const refusal = (path: string, message: string): Problem =>
  new Problem('invalid_request', `The request does not fit the operation: ${path || 'it'} ${message}.`, {
    details: { errors: [{ path, message }] },
  })
