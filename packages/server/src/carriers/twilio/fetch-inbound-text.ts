import type { InboundText } from '../carrier.ts'
import { callApi } from './call-api.ts'
import { readInboundText } from './read-inbound-text.ts'
import type { WholeSettings } from './settings.ts'

/** The carrier waits for our webhook response for 15 s. */
const withinMs = 5_000

export type FetchedText =
  | { readonly text: Omit<InboundText, 'handled'> }
  /** Never holds a secret, a number or a text. */
  | { readonly why: string }

/**
 * Reads a reply at the carrier. The webhook does not say when the reply was written, and it may come late: a delayed START
 * would undo a STOP written after it.
 */
export async function fetchInboundText(settings: WholeSettings, sid: string): Promise<FetchedText> {
  const answer = await callApi(settings, { path: `/Messages/${sid}.json`, withinMs })
  if (answer.outcome !== 'answered') return { why: answer.why }
  if (answer.status !== 200) return { why: `the carrier answers with status ${answer.status}` }
  const text = readInboundText(answer.body)
  return text ? { text } : { why: 'the carrier returned a malformed reply' }
}
