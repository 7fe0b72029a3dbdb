import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import type { Fault } from '../kinds/run-faults.ts'
import type { Seen } from '../load/chatter.ts'
import type { Sent } from '../load/send.ts'
import type { ServiceClient } from '../machine/service-client.ts'
import type { Supervised } from '../machine/supervised.ts'
import { type Check, checkEach } from './check.ts'

const statuses = ['accepted', 'unconfirmed', 'submitted', 'failed', 'undelivered', 'delivered']
const expected = new Set<unknown>([200, 429, 502, 504])

/** Responses that callers got during the run. */
export function checkAnswers(sent: readonly Sent[], seen: readonly Seen[]): Check[] {
  const attempts = sent.flatMap(one => one.attempts.map(attempt => ({ text: one.text, ...attempt })))
  const answered = attempts.filter(({ ending }) => typeof ending === 'number')
  const highest = new Map<number, number>()
  return [
    checkEach(
      'no 5xx that is not marked retryable',
      answered.filter(({ ending }) => Number(ending) >= 500),
      ({ text, ending, problem }) => problem?.retryable !== true && `${text}: ${ending} ${problem?.code}`,
    ),
    checkEach(
      'no answer but 200, 502 and 504',
      answered,
      ({ text, ending, problem }) =>
        (!expected.has(ending) || ending === 429) && `${text}: ${ending} ${problem?.code}`,
    ),
    checkEach(
      'a status only climbs, and what was acknowledged can be read',
      seen,
      ({ messageId, status }) => {
        const rank = statuses.indexOf(status)
        const before = highest.get(messageId) ?? -1
        highest.set(messageId, Math.max(rank, before))
        return rank < before && `message ${messageId} fell from ${statuses[before]} to ${status}`
      },
    ),
  ]
}

const replayed = 200

/** Repeats some requests of the whole run: each must get its first response. */
export async function checkReplays(client: ServiceClient, sent: readonly Sent[]): Promise<Check> {
  const keyed = sent.filter(({ key, answer }) => key !== undefined && answer !== undefined)
  const step = Math.max(1, Math.floor(keyed.length / replayed))
  const violations: string[] = []
  let examined = 0
  for (let index = 0; index < keyed.length; index += step) {
    const { advisor, phones, text, key = '', answer } = keyed[index] as Sent
    const recipients = phones.length === 1 ? { phone: phones[0] } : { phoneNumbers: phones }
    const outcome = await client.call({
      method: 'POST',
      path: '/v1/text/messaging/messages',
      headers: { ...advisor.headers, 'idempotency-key': key },
      body: JSON.stringify({ ...recipients, text }),
    })
    examined += 1
    const isSame =
      outcome.kind === 'answered' &&
      outcome.status === 200 &&
      outcome.body === answer &&
      outcome.headers['idempotency-replayed'] === 'true'
    if (!isSame) violations.push(`${text}: sent again, it was answered otherwise`)
  }
  return { name: 'a key that is used again gets its first answer', examined, violations }
}

const ageMaxS = 5

/** Time from the last recovery until the queue was young again. */
export function checkQueue(
  { youngAfterMs, withinMs }: { readonly youngAfterMs: number | undefined; readonly withinMs: number },
  leftOver: readonly string[],
): Check[] {
  const late = `the oldest text is older than ${ageMaxS} s, ${withinMs / 1_000} s after the last fault`
  return [
    {
      name: `the queue is younger than ${ageMaxS} s within ${withinMs / 1_000} s of the last fault`,
      examined: 1,
      violations: youngAfterMs === undefined || youngAfterMs > withinMs ? [late] : [],
    },
    { name: 'nothing is left on its way after the drain', examined: 3, violations: leftOver },
  ]
}

/** Every fault recovered, and no process died except those that were killed. */
export function checkProcesses(processes: readonly Supervised[], faults: readonly Fault[]): Check[] {
  return [
    checkEach('every fault has healed', faults, ({ kind, failure }) => failure && `${kind}: ${failure}`),
    checkEach(
      'no process ends by itself',
      processes.flatMap(({ ownDeaths }) => ownDeaths),
      ({ name, code, signal }) => `${name} ended with ${code ?? signal}`,
    ),
  ]
}

/** A number in E.164; nothing else in a log looks like one. */
const phone = /\+1\d{10}/
/** A bug, reported by the process that has it. */
const bug = /"internal_error"|the dispatcher failed|an uncaught error/

/** Reads the logs of all processes and databases. */
export async function checkLogs(logs: readonly string[], mark: string): Promise<Check[]> {
  let examined = 0
  const readable: string[] = []
  const bugs: string[] = []
  for (const log of logs) {
    for await (const line of createInterface({ input: createReadStream(log) })) {
      examined += 1
      if (phone.test(line) || line.includes(mark)) readable.push(`${log}: ${line.slice(0, 300)}`)
      if (bug.test(line)) bugs.push(`${log}: ${line.slice(0, 600)}`)
    }
  }
  return [
    { name: 'no text and no phone number in a log', examined, violations: readable },
    { name: 'no mistake of the service’s own in a log', examined, violations: bugs },
  ]
}
