import { addressBlock } from '../../access/address-block.ts'
import type { Subject } from './claim-attempt.ts'
import { patience } from './slow-down.ts'

interface Attempted {
  readonly account: string
  readonly personId: number | null
  /** Network address of the request. */
  readonly address: string
  /** Identifies the browser, if the person has signed in with it before. */
  readonly device: string | undefined
}

/** Counters of an attempt: those that a success resets, and those shared with others. */
export interface AttemptSubjects {
  readonly own: readonly Subject[]
  readonly shared: readonly Subject[]
}

/**
 * Each is kept under every secret key, so that a new key gives nobody a fresh start, and processes with different current keys
 * count together.
 */
export function attemptSubjects(
  hashSubject: (text: string) => readonly Buffer[],
  { account, personId, address, device }: Attempted,
): AttemptSubjects {
  const subjects = (text: string, how: Subject['patience'], of: number | null): Subject[] =>
    hashSubject(text).map(hash => ({ hash, patience: how, personId: of }))
  const ofAccount = (text: string, how: Subject['patience']): Subject[] =>
    subjects(`${text} ${account}`, how, personId)
  // A known device uses no counter that others can exhaust, neither the account's nor that of a shared address.
  if (device !== undefined) return { own: ofAccount(`device ${device}`, patience.device), shared: [] }
  const block = addressBlock(address)
  return {
    own: ofAccount(`pair ${block}`, patience.pair),
    shared: [
      ...ofAccount('account', patience.account),
      ...subjects(`address ${block}`, patience.address, null),
    ],
  }
}
