import { setTimeout as sleep } from 'node:timers/promises'
import type { Outcome, ServiceClient } from '../machine/service-client.ts'
import type { Advisor } from './people.ts'

/** One attempt of a send. */
export interface Attempt {
  readonly startedAtMs: number
  readonly endedAtMs: number
  /** The status, or why there is none. */
  readonly ending: number | 'not sent' | 'broken' | 'timeout'
  /** Only for a response other than 200. */
  readonly problem?: ProblemTold
}

interface ProblemTold {
  readonly code: string
  readonly retryable: unknown
}

/** One send of the load, and everything the caller knows about it. */
export interface Sent {
  readonly advisor: Advisor
  readonly phones: readonly string[]
  /** Unique, so that the checks can find it. */
  readonly text: string
  /** Undefined: not retried once it may have arrived. */
  readonly key: string | undefined
  readonly dueAtMs: number
  readonly attempts: Attempt[]
  /** The body of its 200. */
  answer?: string
  answeredAtMs?: number
}

/** Statuses that docs/partner/sending.md tells partners to retry. */
const retried: readonly Attempt['ending'][] = [429, 500, 502, 504, 'not sent', 'broken', 'timeout']
const backOffMs = { first: 500, most: 8_000 } as const

/** Retries as the partner guide says, until there is a response or the time is up. */
export async function send(
  client: ServiceClient,
  sent: Sent,
  { isOver, onAttempt }: { isOver: () => boolean; onAttempt: (attempt: Attempt, sent: Sent) => void },
): Promise<void> {
  const { advisor, phones, text, key } = sent
  const recipients = phones.length === 1 ? { phone: phones[0] } : { phoneNumbers: phones }
  const body = JSON.stringify({ ...recipients, text })
  const headers = { ...advisor.headers, ...(key !== undefined && { 'idempotency-key': key }) }
  for (let waitMs: number = backOffMs.first; ; waitMs = Math.min(2 * waitMs, backOffMs.most)) {
    const startedAtMs = Date.now()
    const outcome = await client.call({ method: 'POST', path: '/v1/text/messaging/messages', headers, body })
    const attempt = attemptOf(outcome, startedAtMs)
    sent.attempts.push(attempt)
    if (outcome.kind === 'answered' && outcome.status === 200) {
      sent.answer = outcome.body
      sent.answeredAtMs = attempt.endedAtMs
    }
    onAttempt(attempt, sent)
    const isSafe = key !== undefined || attempt.ending === 'not sent'
    if (!isSafe || !retried.includes(attempt.ending) || isOver()) return
    await sleep(waitMs * (0.5 + Math.random() / 2))
  }
}

function attemptOf(outcome: Outcome, startedAtMs: number): Attempt {
  const times = { startedAtMs, endedAtMs: Date.now() }
  switch (outcome.kind) {
    case 'not sent':
      return { ...times, ending: 'not sent' }
    case 'lost':
      return { ...times, ending: outcome.why }
    case 'answered':
      if (outcome.status === 200) return { ...times, ending: 200 }
      return { ...times, ending: outcome.status, problem: problemOf(outcome.body) }
  }
}

function problemOf(body: string): ProblemTold {
  try {
    const { code, retryable } = JSON.parse(body) as Partial<ProblemTold>
    return { code: code ?? 'no code', retryable }
  } catch {
    return { code: 'no problem body', retryable: undefined }
  }
}
