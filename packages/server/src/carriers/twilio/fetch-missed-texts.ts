import type { InboundText } from '../carrier.ts'
import { callApi } from './call-api.ts'
import { readInboundText } from './read-inbound-text.ts'
import type { WholeSettings } from './settings.ts'

type Missed =
  | {
      readonly texts: readonly InboundText[]
      /** False: there are older ones than the oldest of these. */
      readonly isComplete: boolean
    }
  /** The query failed. Never holds a secret, a number or a text. */
  | { readonly why: string }

const pageSize = 1_000
/** Page limit: older replies were delivered, or cannot be fetched in a reasonable time. */
const pagesMax = 100

/**
 * Replies since a given time, oldest first, including those already delivered: the caller deduplicates them. The carrier lists
 * sent and received texts together, newest first.
 */
export async function fetchMissedTexts(settings: WholeSettings, since: Date): Promise<Missed> {
  const texts: InboundText[] = []
  const query = new URLSearchParams({ 'DateSent>': since.toISOString(), PageSize: String(pageSize) })
  let path: string | undefined = `/Messages.json?${query.toString()}`
  for (let page = 0; page < pagesMax && path !== undefined; page += 1) {
    const answer = await callApi(settings, { path })
    if (answer.outcome !== 'answered') return { why: answer.why }
    if (answer.status !== 200) return { why: `the carrier answers with status ${answer.status}` }
    const { messages, next_page_uri: next } = answer.body
    for (const message of Array.isArray(messages) ? (messages as Record<string, unknown>[]) : []) {
      const text = readInboundText(message)
      if (text) texts.push(text)
    }
    path = typeof next === 'string' ? pathAfterAccount(next, settings.accountSid) : undefined
  }
  return { texts: texts.toReversed(), isComplete: path === undefined }
}

/** Only the query is used: the base URL is ours. */
function pathAfterAccount(next: string, accountSid: string): string | undefined {
  const start = `/2010-04-01/Accounts/${accountSid}`
  return next.startsWith(`${start}/Messages.json?`) ? next.slice(start.length) : undefined
}
