import type { Reply } from '../load/handsets.ts'
import type { Submit, WireRecord } from '../machine/wire-record.ts'
import { type Check, checkEach } from './check.ts'
import { checkNames } from './check-names.ts'
import type { ConsentRow, MessageRow, Records } from './records.ts'

/** STOP confirmations and HELP replies are sent after an opt-out, too. */
const passesGate = ({ kind }: MessageRow): boolean => kind === 'stop_confirmation' || kind === 'help'
const confirmationMs = 5 * 60_000
/** A run is shorter than a day. */
const confirmationsMost = 3

/**
 * STOP wins every race, by the order of commits. A send and a claim both lock the row that a STOP locks, so what was
 * accepted on the consent from before the STOP was committed before it, and what was claimed before it is either
 * recorded by then or named by the STOP's entry in the ledger as in flight.
 */
export function checkStops(replies: readonly Reply[], wire: WireRecord, records: Records): Check[] {
  const { messages, consents, acceptedAtMs, inbound, members, taken } = records
  const ours = [...messages.values()].filter(
    message => message.direction === 'out' && consents.has(message.memberId),
  )
  const ledgerOf = ({ memberId }: MessageRow): readonly ConsentRow[] => consents.get(memberId) ?? []
  const isStop = ({ event }: ConsentRow): boolean => event === 'revoked'

  const submitted = [...wire.texts].flatMap(([reference, { submits }]) => {
    const message = messages.get(Number(reference))
    return message && consents.has(message.memberId) ? [{ message, submits }] : []
  })
  const stops = [...consents.values()].flat().filter(isStop)
  const words = replies.filter(({ text }) => text === 'STOP' || text === 'START')
  const lastWords = new Map(
    words
      .toSorted((one, other) => one.id - other.id)
      .map(reply => [`${reply.recipient.advisor.id} ${reply.recipient.phone}`, reply]),
  )
  const confirmations = Map.groupBy(
    ours.filter(({ kind }) => kind === 'stop_confirmation'),
    ({ memberId, consentVersion }) => `${memberId} ${consentVersion}`,
  )

  return [
    checkEach(checkNames.acceptedAfterStop, ours, message => {
      if (passesGate(message)) return
      const at = acceptedAtMs.get(message.id) ?? 0
      const rests = ledgerOf(message).find(({ version }) => version === message.consentVersion)
      if (rests?.after === 'opted_out') return `message ${message.id} rests on an opt-out`
      const stop = ledgerOf(message).find(
        row => isStop(row) && row.version > message.consentVersion && row.committedAtMs < at,
      )
      return stop && `message ${message.id} was accepted ${ms(at - stop.committedAtMs)} after the STOP`
    }),
    checkEach(checkNames.submittedAfterStop, submitted, one => {
      const { message, submits } = one
      if (passesGate(message)) return
      for (const [index, submit] of submits.entries()) {
        const stop = closedBy(ledgerOf(message), submit.atMs)
        if (!stop) continue
        const late = `message ${message.id} was submitted ${ms(submit.atMs - stop.committedAtMs)} after the STOP`
        if (!stop.evidence.inFlight?.includes(message.id)) return late
        // Only one attempt is in flight: if an earlier one was still open at the STOP, the entry refers to that one.
        const before = submits[index - 1]
        if (before && !isSettled(before, stop.committedAtMs, wire, message.id)) return `${late}, once more`
      }
    }),
    checkEach('every reply has arrived once, as it was written', replies, ({ id, text, recipient }) => {
      const message = messages.get(inbound.get(String(id)) ?? 0)
      const isThere =
        message?.direction === 'in' && message.text === text && message.phone === recipient.phone
      return !isThere && `reply ${id} is not there`
    }),
    checkEach('who wrote STOP last is opted out, and who wrote START is not', lastWords, ([key, reply]) => {
      const isOut = members.get(key)?.consent === 'opted_out'
      return isOut !== (reply.text === 'STOP') && `the ${reply.text} of reply ${reply.id} does not hold`
    }),
    checkEach('each STOP, the first three of a day, is confirmed once within five minutes', stops, stop => {
      const answers = confirmations.get(`${stop.memberId} ${stop.version}`) ?? []
      const earlier = (consents.get(stop.memberId) ?? []).filter(
        row => isStop(row) && row.version < stop.version,
      )
      if (earlier.length >= confirmationsMost)
        return answers.length > 0 && `member ${stop.memberId}: a fourth confirmation`
      const first = answers[0]
      if (answers.length !== 1 || !first)
        return `member ${stop.memberId}: ${answers.length} confirmations of a STOP`
      const row = taken.get(first.id)
      if (!row) return `message ${first.id}, a confirmation, did not leave`
      return row.createdAtMs > stop.committedAtMs + confirmationMs && `message ${first.id} left too late`
    }),
  ]
}

/** The STOP in force at this moment, if any. */
function closedBy(ledger: readonly ConsentRow[], atMs: number): ConsentRow | undefined {
  const last = ledger.findLast(({ committedAtMs }) => committedAtMs < atMs)
  if (last?.after !== 'opted_out') return undefined
  return ledger.findLast(({ event, version }) => event === 'revoked' && version <= last.version)
}

function isSettled(submit: Submit, byMs: number, wire: WireRecord, messageId: number): boolean {
  if (submit.answer && submit.answer.atMs <= byMs) return true
  const lookUps = wire.texts.get(String(messageId))?.lookUps ?? []
  return lookUps.some(({ atMs }) => atMs >= submit.atMs && atMs <= byMs)
}

const ms = (value: number): string => `${value.toFixed(1)} ms`
