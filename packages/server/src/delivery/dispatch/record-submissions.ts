import type { DeliveryReason } from '@parley/contract'
import * as journal from '../../journal/index.ts'
import { byIndex } from '../../platform/db/indexes/by-index.ts'
import type { Database, Tx } from '../../platform/db/pool.ts'
import { columns } from '../../platform/db/rows.ts'
import { noteFailures } from '../../texting/index.ts'
import { followCarrier } from '../receipts/follow-carrier.ts'
import { stateOf } from '../state.ts'
import type { Ending } from './ending.ts'
import { messageEntry, type Text } from './message-entry.ts'
import {
  pauseLanes,
  type RecordedRow,
  recordEnded,
  recordLate,
  recordParts,
  recordSubmitted,
  recordWaiting,
} from './record-queries.ts'

/** A text and its outcome. */
export type Outcome = Text & { readonly result: Ending }

/** Applies receipts that arrived before their texts were known by these ids. */
export type SettleReceipts = (tx: Tx, carrier: string, carrierMessageIds: readonly string[]) => Promise<void>

interface Recording {
  readonly claimId: string
  /** Name of the carrier. */
  readonly carrier: string
  readonly outcomes: readonly Outcome[]
  readonly settleReceipts: SettleReceipts
}

export interface Recorded {
  readonly outcome: Outcome
  /** Another text to the same member is waiting and can be tried now. */
  readonly isFollowed: boolean
}

/**
 * Records the outcomes of one claim in one transaction. Returns those the claim still held: anything taken over in the
 * meantime is recorded by its new holder. Only a text given up as unconfirmed is still settled by a late response.
 */
export function recordSubmissions(database: Database, recording: Recording): Promise<Recorded[]> {
  const { carrier, outcomes } = recording
  return byIndex(database, async tx => {
    // First, to keep the lock order of a claim: lanes, members, texts.
    await pause(tx, outcomes)
    await followCarrier(
      tx,
      carrier,
      only(outcomes, 'failed').filter(({ result }) => result.reason === 'opted_out'),
    )
    return [
      ...(await recordAccepted(tx, recording, only(outcomes, 'submitted'))),
      ...(await recordLost(tx, recording, [...only(outcomes, 'failed'), ...only(outcomes, 'unconfirmed')])),
      ...(await recordBack(tx, recording, [...only(outcomes, 'waiting'), ...only(outcomes, 'doubtful')])),
    ]
  })
}

type OutcomeOf<Kind extends Ending['ending']> = Text & { readonly result: Ending & { readonly ending: Kind } }

function only<Kind extends Ending['ending']>(outcomes: readonly Outcome[], kind: Kind): OutcomeOf<Kind>[] {
  return outcomes.filter((outcome): outcome is OutcomeOf<Kind> => outcome.result.ending === kind)
}

async function recordAccepted(
  tx: Tx,
  { claimId, carrier, settleReceipts }: Recording,
  outcomes: readonly OutcomeOf<'submitted'>[],
): Promise<Recorded[]> {
  if (outcomes.length === 0) return []
  // If the carrier returns one id for two texts of a batch, that is its bug. It must not keep the batch from being
  // recorded.
  const ids = outcomes.map(({ result }) => result.carrierMessageId)
  const last = new Map(ids.map((id, index) => [id, index]))
  const unique = outcomes.map(({ result: { carrierMessageId: id, partIds = [] } }, index) =>
    // The ids of a long text are stored with their parts.
    last.get(id) === index && partIds.length === 0 ? id : null,
  )
  const keys = columns(outcomes, 'advisorId', 'memberId', 'messageId')
  const rows = await recordSubmitted(tx, [claimId, ...keys, unique, carrier])
  if (rows.length < outcomes.length) {
    // A row that this waited for has moved: the doubt about the same attempt was being recorded. Its claim is unchanged.
    rows.push(...(await recordSubmitted(tx, [claimId, ...keys, unique, carrier])))
  }
  if (rows.length < outcomes.length) {
    rows.push(...(await recordLate(tx, [...keys, unique, carrier])))
  }
  const recorded = joined(outcomes, rows)
  const entries = recorded.map(({ outcome, row }) => {
    const { carrierMessageId, partIds } = outcome.result
    const told = { carrier, carrierMessageId, ...(partIds && { partIds }) }
    return messageEntry('message.submitted', outcome, row.atMs, told)
  })
  tx.sendWithCommit(journal.append(tx, entries))
  const partIds = await nameParts(tx, carrier, recorded)
  await settleReceipts(tx, carrier, [...last.keys(), ...partIds])
  return recorded
}

/** Returns the ids except those of the first parts. */
async function nameParts(
  tx: Tx,
  carrier: string,
  recorded: readonly { readonly outcome: OutcomeOf<'submitted'> }[],
): Promise<string[]> {
  const parts = recorded.flatMap(({ outcome: { advisorId, memberId, messageId, result } }) => {
    const { carrierMessageId, partIds = [] } = result
    if (partIds.length === 0) return []
    const ids = [...new Set([carrierMessageId, ...partIds])]
    return ids.map((id, index) => ({
      id,
      advisorId,
      memberId,
      messageId,
      part: index + 1,
      count: ids.length,
    }))
  })
  if (parts.length === 0) return []
  const byId = [...new Map(parts.map(part => [part.id, part])).values()]
  await recordParts(tx, [
    carrier,
    ...columns(byId, 'id', 'advisorId', 'memberId', 'messageId', 'part', 'count'),
  ])
  return recorded.flatMap(({ outcome }) => outcome.result.partIds ?? [])
}

async function recordLost(
  tx: Tx,
  { claimId, carrier }: Recording,
  outcomes: readonly OutcomeOf<'failed' | 'unconfirmed'>[],
): Promise<Recorded[]> {
  if (outcomes.length === 0) return []
  const ended: Parameters<typeof recordEnded>[1] = [
    claimId,
    ...columns(outcomes, 'advisorId', 'memberId', 'messageId'),
    outcomes.map(({ result }) => stateOf[result.ending]),
    outcomes.map(({ result }) => reasonOf(result)),
    outcomes.map(({ result }) => wordsOf(result) ?? null),
    outcomes.map(({ result }) => {
      if (result.ending === 'unconfirmed') return 'unconfirmed'
      return result.isDeadLetter ? 'failed' : null
    }),
  ]
  const rows = await recordEnded(tx, ended)
  // As above: a row may have moved under the same claim.
  if (rows.length < outcomes.length) rows.push(...(await recordEnded(tx, ended)))
  const recorded = joined(outcomes, rows)
  await noteFailures(
    tx,
    recorded.flatMap(({ outcome }) => (outcome.result.ending === 'failed' ? [outcome] : [])),
  )
  await journal.append(
    tx,
    recorded.map(({ outcome, row }) =>
      messageEntry(`message.${outcome.result.ending}`, outcome, row.atMs, {
        carrier,
        ...factsOf(outcome.result),
      }),
    ),
  )
  return recorded
}

type Lost = OutcomeOf<'failed' | 'unconfirmed'>['result']

const reasonOf = (result: Lost): DeliveryReason => (result.ending === 'failed' ? result.reason : 'no_answer')

const factsOf = (result: Lost): Record<string, string> => {
  const carrierReason = wordsOf(result)
  return { reason: reasonOf(result), ...(carrierReason !== undefined && { carrierReason }) }
}

const wordsOf = (result: Lost): string | undefined => (result.ending === 'failed' ? result.words : undefined)

async function recordBack(
  tx: Tx,
  { claimId }: Recording,
  outcomes: readonly OutcomeOf<'waiting' | 'doubtful'>[],
): Promise<Recorded[]> {
  if (outcomes.length === 0) return []
  const rows = await recordWaiting(tx, [
    claimId,
    ...columns(outcomes, 'advisorId', 'memberId', 'messageId'),
    outcomes.map(({ result }) => (result.ending === 'waiting' ? result.dueInMs : null)),
    outcomes.map(({ result }) => (result.ending === 'waiting' && !result.isCounted ? 1 : 0)),
    outcomes.map(({ result }) => (result.ending === 'doubtful' ? result.heldMs : null)),
  ])
  return joined(outcomes, rows)
}

async function pause(tx: Tx, outcomes: readonly Outcome[]): Promise<void> {
  const pauses = new Map<string, { advisorId: number; number: string; ms: number }>()
  for (const { advisorId, number, result } of outcomes) {
    if (result.ending !== 'waiting' || result.pauseLaneMs === undefined) continue
    const ms = Math.max(result.pauseLaneMs, pauses.get(number)?.ms ?? 0)
    pauses.set(number, { advisorId, number, ms })
  }
  if (pauses.size === 0) return
  await pauseLanes(tx, columns([...pauses.values()], 'advisorId', 'number', 'ms'))
}

function joined<Known extends Outcome, Row extends RecordedRow>(
  outcomes: readonly Known[],
  rows: readonly Row[],
): (Recorded & { outcome: Known; row: Row })[] {
  const byId = new Map(outcomes.map(outcome => [outcome.messageId, outcome]))
  return rows.flatMap(row => {
    const outcome = byId.get(row.messageId)
    return outcome ? [{ outcome, row, isFollowed: row.isFollowed }] : []
  })
}
