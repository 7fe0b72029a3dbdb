import { hash, randomBytes } from 'node:crypto'
import type { MessagePdu } from './codec/read-message.ts'
import { octetsIn, tags } from './codec/tlv.ts'
import type { SmppConnection } from './session/connection.ts'

/** A text that the carrier delivers to us, until we know that it knows that we have it. */
export interface Delivery {
  /** Ours, because the protocol has none: the same when the same text is delivered again. */
  readonly id: string
  readonly firstHeardAt: Date
  /** Where nobody can tell whether it was delivered again or written anew: when it was heard last. */
  readonly latestAt: Date | undefined
  /** We have it. */
  answered(): void
  /** We do not have it, and it will come again. */
  refused(): void
}

interface Known {
  readonly id: string
  /** Who wrote, and to whom. */
  readonly way: string
  readonly firstHeardAt: Date
  readonly latestAt: Date | undefined
  readonly firstConnection: SmppConnection
  state: 'under way' | 'refused' | 'answered'
  connection: SmppConnection
  /** Of the last change, on the monotonic clock. */
  sinceMs: number
}

/** A carrier that has waited so long for our answer sends the text again. */
const impatienceMs = 5_000
/** What the peer says so long after our answer was written shows that it has read it. */
const travelMs = 1_000
const forgetMs = 60 * 60_000
const knownMax = 20_000

/**
 * Tells a text that is delivered again from one that happens to have the same words. It is the same where the one
 * before was refused, waits for our answer for long, or was answered on a connection that was lost with the answer. After
 * such a one the phone may have written something else: a STOP after a START is then taken for another, in doubt.
 */
export function createDeliveries(): { begin(pdu: MessagePdu, connection: SmppConnection): Delivery } {
  const byDigest = new Map<string, Known[]>()
  /** What was heard last on each way. */
  const newest = new Map<string, Known>()

  function begin(pdu: MessagePdu, connection: SmppConnection): Delivery {
    const now = performance.now()
    const digest = digestOf(pdu)
    const others = (byDigest.get(digest) ?? []).filter(known => isOpen(known, now))
    const like = others.find(known => mayComeAgain(known, now))
    const isInDoubt = like !== undefined && wasFollowed(like, now)
    const again = isInDoubt ? undefined : like
    const known: Known = again ?? {
      id: `${digest}-${randomBytes(4).toString('hex')}`,
      way: wayOf(pdu),
      firstHeardAt: like?.firstHeardAt ?? new Date(),
      latestAt: isInDoubt ? new Date() : undefined,
      firstConnection: connection,
      state: 'under way',
      connection,
      sinceMs: now,
    }
    known.connection = connection
    change(known, 'under way')
    // Last in the map is what was heard last.
    byDigest.delete(digest)
    byDigest.set(digest, [...others.filter(other => other !== like), known])
    newest.set(known.way, known)
    forget(now)
    return {
      id: known.id,
      firstHeardAt: known.firstHeardAt,
      latestAt: known.latestAt,
      answered: () => change(known, 'answered'),
      refused: () => change(known, 'refused'),
    }
  }

  /** Whether the phone has written other words since, and not just before the same connection was lost. */
  function wasFollowed(known: Known, now: number): boolean {
    const last = newest.get(known.way)
    if (!last || last === known || mayComeAgain(last, now)) return false
    return known.state === 'refused' || last.firstConnection !== known.connection
  }

  function forget(now: number): void {
    for (const [digest, list] of byDigest) {
      const isIdle = list.every(known => !isOpen(known, now))
      if (!isIdle && byDigest.size <= knownMax) return
      byDigest.delete(digest)
      for (const known of list) if (newest.get(known.way) === known) newest.delete(known.way)
    }
  }

  return { begin }
}

function change(known: Known, state: Known['state']): void {
  known.state = state
  known.sinceMs = performance.now()
}

/** Whether it is not certain yet that the carrier is done with it. */
function isOpen({ state, connection, sinceMs }: Known, now: number): boolean {
  if (now - sinceMs > forgetMs) return false
  return state !== 'answered' || connection.heardAtMs < sinceMs + travelMs
}

function mayComeAgain({ state, connection, sinceMs }: Known, now: number): boolean {
  switch (state) {
    case 'refused':
      return true
    case 'under way':
      return !connection.isOpen || now - sinceMs > impatienceMs
    case 'answered':
      return !connection.isOpen
  }
}

const wayOf = ({ body: { source, destination } }: MessagePdu): string => `${source} ${destination}`

function digestOf({ body, tlvs }: MessagePdu): string {
  const { source, destination, esmClass, dataCoding } = body
  const short = 'shortMessage' in body ? body.shortMessage : Buffer.alloc(0)
  const told = [tags.messagePayload, tags.sarReference, tags.sarNumber, tags.userMessageReference]
  const parts = told.map(tag => octetsIn(tlvs, tag)?.toString('base64') ?? '')
  const facts = [source, destination, esmClass, dataCoding, short.toString('base64'), ...parts]
  return hash('sha256', JSON.stringify(facts), 'hex').slice(0, 32)
}
