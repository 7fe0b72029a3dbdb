import { continueTrace, startCall } from '../../platform/telemetry/continue-trace.ts'
import type { ClaimedText } from './claim-texts.ts'
import type { Outcome } from './record-submissions.ts'

interface TracedAttempts {
  readonly answered: (outcomes: readonly Outcome[]) => void
  readonly recorded: () => void
}

/** One span for each attempt at a text whose request was traced, and in it one for the carrier's part. */
export function traceAttempts(carrier: string, texts: readonly ClaimedText[]): TracedAttempts {
  const traced = texts.flatMap(({ messageId, traceParent, attempts }) => {
    if (traceParent === null) return []
    const attributes = { 'parley.carrier': carrier }
    const attempt = continueTrace(traceParent, 'deliver text', { ...attributes, 'parley.attempt': attempts })
    return [{ messageId, attempt, call: startCall(attempt, 'submit to carrier', attributes) }]
  })
  return {
    answered: outcomes => {
      if (traced.length === 0) return
      const endings = new Map(outcomes.map(({ messageId, result }) => [messageId, result.ending]))
      for (const { messageId, attempt, call } of traced) {
        attempt.setAttribute('parley.ending', endings.get(messageId) ?? 'unknown')
        call.end()
      }
    },
    recorded: () => {
      for (const { attempt } of traced) attempt.end()
    },
  }
}
