import { createHash } from 'node:crypto'
import { limits } from '@parley/contract'
import type { Queryable } from '../../platform/db/pool.ts'
import { firstRow } from '../../platform/db/rows.ts'
import { Problem } from '../../platform/problem/problem.ts'
import { reach } from './recipient-queries.ts'

export interface NamedRecipients {
  readonly phoneNumbers?: readonly string[] | undefined
  readonly contactIds?: readonly number[] | undefined
  readonly groupIds?: readonly number[] | undefined
}

interface FoundRecipients {
  /** Distinct and sorted. */
  readonly phones: readonly string[]
  /** Number of selected contacts, with or without a phone number. */
  readonly selected: number
  /** Number of selected contacts without a phone number. */
  readonly withoutPhone: number
  /** Fingerprint of exactly these numbers. */
  readonly reach: string
}

/**
 * Resolves contacts, groups and numbers to phone numbers. An id that is not this advisor's is an error, not ignored.
 */
export async function findRecipients(
  db: Queryable,
  advisorId: number,
  { phoneNumbers = [], contactIds = [], groupIds = [] }: NamedRecipients,
): Promise<FoundRecipients> {
  const contacts = new Set(contactIds)
  const groups = new Set(groupIds)
  const found = firstRow(
    await reach(db, [
      advisorId,
      [...contacts],
      [...groups],
      [...new Set(phoneNumbers)],
      limits.appRecipients + 1,
    ]),
    'the result of the search',
  )
  if (found.contacts !== contacts.size) throw refusal('/contactIds', 'names a contact that does not exist')
  if (found.groups !== groups.size) throw refusal('/groupIds', 'names a group that does not exist')
  if (found.phones.length > limits.appRecipients) {
    throw refusal('', `reaches more than ${limits.appRecipients} numbers`)
  }
  return { ...found, reach: createHash('sha256').update(found.phones.join()).digest('base64url') }
}

/** A preview was shown: what follows it must reach exactly the same numbers. */
export function refuseOtherReach(shown: string | undefined, { reach: found }: FoundRecipients): void {
  if (shown === undefined || shown === found) return
  throw new Problem('conflict', 'The recipients have changed since the preview. Check them and try again.')
}

export const refusal = (path: string, message: string): Problem =>
  new Problem('invalid_request', `The request is invalid: ${path || 'it'} ${message}.`, {
    details: { errors: [{ path, message }] },
  })
