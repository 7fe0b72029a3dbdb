import type { Submission } from '../carrier.ts'
import type { ApiAnswer } from './call-api.ts'
import { finalReasonOf, throttlingCodes } from './error-codes.ts'

type Verdict =
  | { readonly verdict: 'told'; readonly submission: Submission }
  /** Throttling applies to the account, or only to the number. */
  | {
      readonly verdict: 'throttled'
      readonly isOfAccount: boolean
      readonly retryAfterMs: number | undefined
    }
  /** The carrier rejects our credentials. The text was not processed. */
  | { readonly verdict: 'shut out'; readonly why: string }

const told = (submission: Submission): Verdict => ({ verdict: 'told', submission })
const queueOfNumberFull = 21611

/**
 * What a response means for the text. A refusal by the carrier itself is certain. A failure is not: a gateway may give up on a
 * request that succeeds behind it.
 */
export function verdictOn({ status, body, retryAfterMs }: ApiAnswer & { outcome: 'answered' }): Verdict {
  const code = codeIn(body)
  if (status >= 200 && status < 300) {
    const { sid } = body
    // Without an id no receipt can match it.
    if (typeof sid !== 'string' || sid === '') return told({ status: 'unknown' })
    return told({ status: 'accepted', carrierMessageId: sid })
  }
  if (status === 401) return { verdict: 'shut out', why: 'the carrier refuses the account or its token' }
  if (status === 429 || (code !== undefined && throttlingCodes.has(code))) {
    return { verdict: 'throttled', isOfAccount: code !== queueOfNumberFull, retryAfterMs }
  }
  if (status === 503 && code !== undefined) return { verdict: 'throttled', isOfAccount: true, retryAfterMs }
  if (status >= 500 || status < 200) return told({ status: 'unknown' })
  const reason = finalReasonOf(code)
  // An error of the account or its settings: the text ends as a dead letter, which can be sent after they are fixed.
  const words = code === undefined ? {} : { words: `error ${code}` }
  if (!reason) return told({ status: 'rejected', reason: 'other', ...words, permanent: false })
  return told({ status: 'rejected', reason, ...words, permanent: true })
}

/** The carrier's own error code. */
function codeIn({ code }: Readonly<Record<string, unknown>>): number | undefined {
  return typeof code === 'number' && Number.isInteger(code) ? code : undefined
}
