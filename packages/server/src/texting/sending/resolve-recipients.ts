import { ensureTextedContacts } from '../../addressbook/index.ts'
import {
  addMissing,
  findSendingAccounts,
  type LockedMember,
  lockKnownMembers,
  type SendingAccount,
} from '../../consent/index.ts'
import type { Tx } from '../../platform/db/pool.ts'
import { required } from '../../platform/db/rows.ts'
import type { Send } from './send.ts'

/** Accounts and locked members, read before any send is decided. */
export interface LookedUp {
  /** Keyed by advisor id. */
  readonly accounts: ReadonlyMap<number, SendingAccount>
  /** For each of the send's phones, the locked member; undefined if it does not exist yet. */
  readonly members: ReadonlyMap<Send, readonly (LockedMember | undefined)[]>
}

/** One recipient of a send. The member is locked until the transaction ends. */
export interface Recipient {
  readonly send: Send
  readonly account: SendingAccount
  readonly member: LockedMember
}

/** Reads and locks everything the decisions need, without changes. Both statements are pipelined. */
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

/**
 * The recipients of many sends, in order. Missing members are inserted and locked too, so that the decision waits for
 * and obeys a STOP being recorded. Missing contacts are inserted.
 */
export async function resolveRecipients(
  tx: Tx,
  sends: readonly Send[],
  { accounts, members: known }: LookedUp,
): Promise<Recipient[]> {
  // Every request in the batch is a replay.
  if (sends.length === 0) return []
  const wanted = sends.flatMap(send =>
    send.phones.map(phone => ({ send, phone, advisorId: send.author.advisorId })),
  )
  const members = await addMissing(
    tx,
    wanted,
    sends.flatMap(send => known.get(send) ?? []),
  )
  const recipients = wanted.map(({ send, advisorId }, index): Recipient => {
    const member = required(members[index], 'member of a recipient')
    return { send, account: required(accounts.get(advisorId), 'the caller’s advisor'), member }
  })
  await ensureTextedContacts(
    tx,
    recipients
      // A deleted contact is not recreated for a text that can never be sent.
      .filter(
        ({ account, member }) =>
          !member.hasContact && member.consent !== 'opted_out' && member.phone !== account.number,
      )
      .map(({ send, member: { memberId, phone } }) => ({ author: send.author, memberId, phone })),
  )
  return recipients
}
