import { type Check, checkEach, join } from '../checks/check.ts'
import { submittedAgain } from '../checks/submitted-again.ts'
import type { WireRecord } from '../machine/wire-record.ts'
import { type Acknowledged, isOfLoad, type Stop } from './load.ts'

/** What one restore showed. */
export interface Round {
  readonly round: number
  /** When the restored database could be reached, and when parley recover was started. */
  readonly restoredAtMs: number
  readonly recoveredAtMs: number
  /** Processes that said that they were ready in between. */
  readonly ready: readonly string[]
  /** Tokens and keys from before that were accepted afterwards. */
  readonly accepted: readonly string[]
  readonly tried: number
}

interface Seen {
  readonly rounds: readonly Round[]
  readonly acknowledged: readonly Acknowledged[]
  readonly stops: readonly Stop[]
  readonly wire: WireRecord
  readonly taken: readonly Taken[]
}

/** A text at the carrier. */
export interface Taken {
  readonly text: string
  readonly phone: string
  readonly takenAtMs: number
}

export const restoreChecks = {
  fenced: 'no process uses a restored database before parley recover',
  idsOnce: 'no message id is given out twice',
  textsOnce: 'no text is handed to the carrier twice',
  stops: 'nobody is texted after a STOP, also one of the lost time',
  access: 'no token and no key from before the restore is accepted',
} as const

export function checkRestores({ rounds, acknowledged, stops, wire, taken }: Seen): Check[] {
  const byId = Map.groupBy(acknowledged, ({ messageId }) => messageId)
  const restored = new Map(rounds.map(({ round, restoredAtMs }) => [round, restoredAtMs]))
  const submits = [...wire.texts].flatMap(([reference, text]) =>
    text.submits.map(submit => ({ reference, ...submit })),
  )
  const toPhone = Map.groupBy(taken, ({ phone }) => phone)
  const byText = Map.groupBy(taken, ({ phone, text }) => `${phone} ${text}`)
  return [
    checkEach(restoreChecks.fenced, rounds, ({ round, ready, restoredAtMs, recoveredAtMs }) => {
      if (ready.length > 0) return `round ${round}: ${ready.join(', ')} ready`
      const early = submits.filter(({ atMs }) => atMs > restoredAtMs && atMs < recoveredAtMs)
      return early.length > 0 && `round ${round}: ${early.length} texts sent`
    }),
    checkEach(
      restoreChecks.idsOnce,
      byId,
      ([id, sends]) => sends.length > 1 && `message ${id} was given to ${sends.length} sends`,
    ),
    join(restoreChecks.textsOnce, [
      checkEach('', wire.texts, ([reference, text]) => {
        const second = submittedAgain(text)
        const statuses = text.submits.map(({ answer }) => answer?.status ?? 'no answer')
        return second && `message ${reference} was submitted again after: ${statuses.join(', ')}`
      }),
      checkEach('', byText, ([name, { length }]) => {
        const kind = isOfLoad(name.slice(name.indexOf(' ') + 1)) ? 'a text' : 'an automatic text'
        return length > 1 && `${kind} arrived ${length} times`
      }),
    ]),
    checkEach(restoreChecks.stops, stops, ({ phone, round }) => {
      const since = restored.get(round) ?? Number.POSITIVE_INFINITY
      // A STOP that the carrier had not delivered before is confirmed now. Everything else is ours.
      const later = (toPhone.get(phone) ?? []).filter(
        ({ takenAtMs, text }) => takenAtMs > since && isOfLoad(text),
      )
      return later.length > 0 && `${later.length} texts after a STOP of round ${round}`
    }),
    checkEach(
      restoreChecks.access,
      rounds.flatMap(({ tried, accepted }) => Array.from({ length: tried }, (_, index) => accepted[index])),
      violation => violation,
    ),
  ]
}
