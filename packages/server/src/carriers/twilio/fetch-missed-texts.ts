import type { InboundText } from '../carrier.ts'
import { callApi } from './call-api.ts'
import { readInboundText } from './read-inbound-text.ts'
import type { WholeSettings } from './settings.ts'

type Missed =
  | { readonly texts: readonly InboundText[] }
  /** It could not be asked. Never holds a secret, a number or a text. */
  | { readonly why: string }

const pageSize = 1_000
/** What is older than so many pages was told, or cannot be told in a reasonable time. */
const pagesMax = 100

/**
 * Replies since a moment, oldest first, whether they were told or not: whoever takes them in knows those that were. The
 * carrier lists what was sent beside what was received, newest first.
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
  return { texts: texts.toReversed() }
}

/** Only the query is taken over: the address is ours. */
function pathAfterAccount(next: string, accountSid: string): string | undefined {
  const start = `/2010-04-01/Accounts/${accountSid}`
  return next.startsWith(`${start}/Messages.json?`) ? next.slice(start.length) : undefined
}
