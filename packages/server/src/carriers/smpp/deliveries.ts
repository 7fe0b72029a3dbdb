import { hash, randomBytes } from 'node:crypto'
import type { MessagePdu } from '../../platform/smpp/codec/read-message.ts'
import { octetsIn, tags } from '../../platform/smpp/codec/tlv.ts'
import type { SmppConnection } from '../../platform/smpp/session/connection.ts'

/** A text that the carrier delivers, until it has surely read our acknowledgement. */
export interface Delivery {
  /** Our own id, because the protocol has none: the same for a redelivery. */
  readonly id: string
  readonly firstHeardAt: Date
  /** If it may be a redelivery or a new text: when it was last received. */
  readonly latestAt: Date | undefined
  /** Stored. */
  answered(): void
  /** Not stored; it will be redelivered. */
  refused(): void
}

interface Known {
  readonly id: string
  /** Sender and receiver. */
  readonly way: string
  readonly firstHeardAt: Date
  readonly latestAt: Date | undefined
  readonly firstConnection: SmppConnection
  state: 'in progress' | 'refused' | 'answered'
  connection: SmppConnection
  /** Time of the last change, on the monotonic clock. */
  sinceMs: number
}

/** A carrier that has waited this long for our response redelivers the text. */
const impatienceMs = 5_000
/** Anything the peer sends this long after our response shows that it has read it. */
const travelMs = 1_000
const forgetMs = 60 * 60_000
const knownMax = 20_000

/**
 * Distinguishes a redelivery from a new text with the same words. It is a redelivery if the previous one was refused, has long
 * waited for our response, or was acknowledged on a connection that was lost with the acknowledgement. The phone may have
 * written something else since: a STOP after a START then counts as new, to be safe.
 */
export function createDeliveries(): { begin(pdu: MessagePdu, connection: SmppConnection): Delivery } {
  const byDigest = new Map<string, Known[]>()
  /** The last delivery for each sender and receiver. */
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
      state: 'in progress',
      connection,
      sinceMs: now,
    }
    known.connection = connection
    change(known, 'in progress')
    // Keeps the map ordered by the time of receipt.
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

/** Whether the carrier may still redeliver it. */
function isOpen({ state, connection, sinceMs }: Known, now: number): boolean {
  if (now - sinceMs > forgetMs) return false
  return state !== 'answered' || connection.heardAtMs < sinceMs + travelMs
}

function mayComeAgain({ state, connection, sinceMs }: Known, now: number): boolean {
  switch (state) {
    case 'refused':
      return true
    case 'in progress':
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
