import type { InboundText } from '../carrier.ts'
import { callApi } from './call-api.ts'
import { readInboundText } from './read-inbound-text.ts'
import type { WholeSettings } from './settings.ts'

const messageSid = /^[A-Z]{2}[0-9a-f]{32}$/
/** The carrier, which waits for our answer at the same time, does so for 15 s. */
const withinMs = 5_000

/**
 * Reads a reply at the carrier. What the carrier posts to us does not say when the reply was written, and it may come
 * late: a START that was held up would undo a STOP written after it. While the carrier cannot be asked, nothing can be
 * sent through it either, so that waiting for its answer costs nobody anything. Undefined: it cannot be told now.
 */
export async function fetchInboundText(
  settings: WholeSettings,
  sid: string,
): Promise<Omit<InboundText, 'handled'> | undefined> {
  if (!messageSid.test(sid)) return undefined
  const answer = await callApi(settings, { path: `/Messages/${sid}.json`, withinMs })
  if (answer.outcome !== 'answered' || answer.status !== 200) return undefined
  return readInboundText(answer.body)
}
