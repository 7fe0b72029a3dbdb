import type { Sent } from '../load/send.ts'
import { type Check, checkEach, join } from './check.ts'
import { checkNames } from './check-names.ts'
import type { MessageRow, Records } from './records.ts'

interface Answer {
  readonly successes: readonly { readonly messageId: number }[]
  readonly failureDetails: readonly { readonly phone: string; readonly code: string }[]
}

export const answerOf = ({ answer }: Sent): Answer | undefined =>
  answer === undefined ? undefined : (JSON.parse(answer) as Answer)

/** Numbers that never get a receipt, so their texts stay submitted. */
const endsWithoutReceipt = (phone: string): boolean => phone.endsWith('9002')

interface SendsSeen {
  readonly sent: readonly Sent[]
  /** Texts that the faults themselves have sent. */
  readonly aside: ReadonlySet<string>
  readonly records: Records
  /** Ids of the messages that `parley outbox list` shows. */
  readonly listed: ReadonlySet<number>
}

export function checkSends({ sent, aside, records, listed }: SendsSeen): Check[] {
  const acknowledged = sent.filter(({ answer }) => answer !== undefined)
  const effectsOf = ({ text }: Sent): readonly MessageRow[] => records.outgoing.get(text) ?? []
  const describe = ({ text, attempts }: Sent): string =>
    `${text} (${attempts.map(({ ending }) => ending).join(', ')})`

  const exists = (one: Sent): string | undefined => {
    const missing = (answerOf(one)?.successes ?? []).filter(({ messageId }) => {
      const message = records.messages.get(messageId)
      return (
        message?.text !== one.text ||
        message.advisorId !== one.advisor.id ||
        !one.phones.includes(message.phone)
      )
    })
    return missing.length > 0 ? `${describe(one)}: acknowledged and not there` : undefined
  }

  const matchesAnswer = (one: Sent): string | undefined => {
    const { successes, failureDetails } = answerOf(one) as Answer
    const effects = effectsOf(one)
    const ids = new Set(effects.map(({ id }) => id))
    const isExact = successes.length === ids.size && successes.every(({ messageId }) => ids.has(messageId))
    const isWhole = successes.length + failureDetails.length === one.phones.length
    if (!isExact) return `${describe(one)}: ${effects.length} messages, ${successes.length} acknowledged`
    return isWhole ? undefined : `${describe(one)}: not every recipient is answered for`
  }

  const unsettled = (one: Sent): string | undefined => {
    const effects = effectsOf(one)
    const last = one.attempts.at(-1)?.ending
    if (effects.length > one.phones.length) return `${describe(one)}: more than one effect`
    // A 502 means that nothing changed; refused or unsent requests have no effect either.
    const isWithout = last === 502 || last === 'not sent' || (typeof last === 'number' && last < 500)
    return isWithout && effects.length > 0 ? `${describe(one)}: has an effect all the same` : undefined
  }

  const keyed = sent.filter(({ key }) => key !== undefined)
  const unkeyed = sent.filter(({ key }) => key === undefined)
  const hasStoredResponse = ({ answer }: Sent): boolean => answer !== undefined
  const known = new Set(sent.map(({ text }) => text))
  const texts = [...records.messages.values()].filter(
    ({ direction, kind }) => direction === 'out' && kind === 'text',
  )
  return [
    checkEach(checkNames.exists, acknowledged, exists),
    checkEach(
      'every text is in a final state, or listed by parley outbox',
      [...records.messages.values()].filter(({ direction }) => direction === 'out'),
      message => !isFinal(message, listed) && `message ${message.id} is ${message.status} and not listed`,
    ),
    join('one effect for each idempotency key, and every key is answered', [
      checkEach('', keyed.filter(hasStoredResponse), matchesAnswer),
      checkEach(
        '',
        keyed.filter(one => !hasStoredResponse(one)),
        one => `${describe(one)}: never answered`,
      ),
    ]),
    join('without a key: what was answered, and at most one effect', [
      checkEach('', unkeyed.filter(hasStoredResponse), matchesAnswer),
      checkEach(
        '',
        unkeyed.filter(one => !hasStoredResponse(one)),
        unsettled,
      ),
    ]),
    checkEach(
      'no text that nobody sent',
      texts,
      ({ id, text }) => !known.has(text) && !aside.has(text) && `message ${id} was sent by nobody`,
    ),
  ]
}

function isFinal({ id, status, reason, phone }: MessageRow, listed: ReadonlySet<number>): boolean {
  switch (status) {
    case 'delivered':
    case 'undelivered':
      return true
    case 'submitted':
      return endsWithoutReceipt(phone)
    case 'failed':
      return reason === 'opted_out' || reason === 'invalid_recipient' || listed.has(id)
    default:
      return listed.has(id)
  }
}
