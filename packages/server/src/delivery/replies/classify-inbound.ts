import type { InboundText } from '../../carriers/index.ts'
import { classifyReply, type Reply } from '../../consent/index.ts'

/**
 * An opt-out handled by the carrier is one, whatever its words. An opt-in handled by the carrier changes nothing: the
 * word must be one of ours, and until then the gate stays closed. Words that can no longer be read may have been a
 * STOP.
 */
export function classifyInbound({ text, handled, isWithheld }: InboundText): Reply {
  if (isWithheld && handled !== 'stop') return { kind: 'stop', basis: 'doubt', matched: 'words withheld' }
  const reply = classifyReply(text)
  if (handled !== 'stop' || reply.kind === 'stop') return reply
  return { kind: 'stop', basis: 'carrier', matched: text.trim() }
}
