import type { Submit, WireRecord } from '../machine/wire-record.ts'
import { type Check, checkEach } from './check.ts'
import type { Records } from './records.ts'
import { submittedAgain } from './submitted-again.ts'

export function checkCarrier(wire: WireRecord, records: Records): Check[] {
  const { messages, taken } = records
  const outgoing = [...messages.values()].filter(({ direction }) => direction === 'out')
  const conversations = Map.groupBy(taken.values(), ({ phone, number }) => `${number} ${phone}`)
  return [
    checkEach(
      'no second submit before the carrier has said that it does not have the text',
      wire.texts.entries(),
      ([reference, text]) => {
        const second = submittedAgain(text)
        return second && `${reference}: submitted again at ${second.atMs} without a word of the carrier`
      },
    ),
    checkEach(
      'no text is submitted again that the carrier has',
      wire.texts.entries(),
      ([reference, { submits }]) => {
        const createdAtMs = taken.get(Number(reference))?.createdAtMs
        const isAgain = (submit: Submit, index: number): boolean =>
          index > 0 && createdAtMs !== undefined && createdAtMs < submit.atMs
        return submits.some(isAgain) && `${reference}: the carrier had it already`
      },
    ),
    checkEach('the carrier has what we say it has', outgoing, message => {
      const { id, status } = message
      const row = taken.get(id)
      const isSaid = ['submitted', 'delivered', 'undelivered'].includes(status)
      if (isSaid && !row) return `message ${id} is ${status}, and the carrier does not have it`
      if (row && !isSaid && status !== 'unconfirmed')
        return `message ${id} is ${status}, and the carrier has it`
      return (
        row &&
        (row.text !== message.text || row.phone !== message.phone || row.number !== message.number) &&
        `message ${id} is another text at the carrier`
      )
    }),
    checkEach(
      'the carrier has nothing that we do not know',
      taken.keys(),
      id => !messages.has(id) && `the carrier has ${id}, which is no message here`,
    ),
    checkEach('texts to one recipient leave in the order of their acceptance', conversations, ([, rows]) => {
      const references = rows.toSorted((one, other) => one.id - other.id).map(row => Number(row.reference))
      const early = references.find((id, index) => id < (references[index - 1] ?? 0))
      return early !== undefined && `message ${early} left after a later one`
    }),
  ]
}
