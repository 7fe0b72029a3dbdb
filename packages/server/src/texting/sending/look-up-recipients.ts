import type { Tx } from '../../db/pool.ts'
import { lockKnownMembers } from '../consent/lock-members.ts'
import type { LockedMember } from '../consent/queries.ts'
import { findSendingAccounts, type SendingAccount } from '../policy/find-sending-accounts.ts'
import type { Send } from './send.ts'

/** What is known of sends before any of them is decided. */
export interface LookedUp {
  /** By advisor. */
  readonly accounts: ReadonlyMap<number, SendingAccount>
  /** For each of the send's phones the member, locked; undefined where there is none yet. */
  readonly members: ReadonlyMap<Send, readonly (LockedMember | undefined)[]>
}

/** Reads and locks what sends rest on, and changes nothing. Both statements travel together. */
export async function lookUpRecipients(tx: Tx, sends: readonly Send[]): Promise<LookedUp> {
  const advisorIds = [...new Set(sends.map(({ author }) => author.advisorId))]
  const recipients = sends.flatMap(({ author, phones }) =>
    phones.map(phone => ({ advisorId: author.advisorId, phone })),
  )
  const [accounts, locked] = await Promise.all([
    findSendingAccounts(tx, advisorIds),
    lockKnownMembers(tx, recipients),
  ])
  let end = 0
  const members = new Map(
    sends.map(send => {
      const start = end
      end += send.phones.length
      return [send, locked.slice(start, end)]
    }),
  )
  return { accounts, members }
}
