// The simulator's side of the link: delivers due events to the listener, and tracks whether the link is up.
import { setTimeout as sleep } from 'node:timers/promises'
import type { InboundText, Receipt } from '../carriers/index.ts'
import { inTransaction } from '../platform/db/in-transaction.ts'
import type { Database, Tx } from '../platform/db/pool.ts'
import { commitLazily, type ReceiptRow, stateNow, takeDueReceipts, takeDueReplies } from './queries.ts'

interface EngineOptions {
  readonly database: Database
  /** Called with each failure. */
  readonly onFailure: (error: unknown) => void
}

/** A receipt with the data for a peer that knows neither our ids nor our references. */
export interface SimulatorReceipt extends Receipt {
  readonly phone: string
  readonly number: string
  /** Ids of the other parts of the text. */
  readonly partIds: readonly string[]
  readonly shortReference: number | undefined
}

/** Handlers of simulator events. The handlers of any carrier qualify. */
interface SimulatorEvents {
  receiveTexts(texts: readonly InboundText[]): Promise<void>
  receiveReceipts(receipts: readonly SimulatorReceipt[]): Promise<void>
}

export interface Engine {
  /** False while the link is cut or the database cannot be reached. */
  readonly isUp: boolean
  /** Resolves when the state of the link is known for the first time. */
  readonly hasLooked: Promise<void>
  /** Sets the listener. Without one, events wait. */
  listen(events: SimulatorEvents | undefined): void
  /** Resolves when running work has ended. */
  stop(): Promise<void>
}

const pollMs = 20
const receiptsAtOnce = 500
/**
 * Each reply is a transaction of its own. With too many, a slow service would not be done when the lease of the batch ends, would get all
 * of them once more, and never catch up.
 */
const repliesAtOnce = 40
/** Each holds a connection while a batch is delivered. */
const receiptLanes = 2
const retryMs = { first: 200, most: 5_000 } as const

export function startEngine({ database, onFailure }: EngineOptions): Engine {
  let isUp = false
  let mayDeliver = false
  let events: SimulatorEvents | undefined
  const stopping = new AbortController()
  const { signal } = stopping
  const pause = (ms: number): Promise<void> => sleep(ms, undefined, { signal }).catch(() => {})
  const lane = (deliver: Deliver, batchSize: number) =>
    startLane({
      batchSize,
      deliver: to => inLazyTransaction(database, tx => deliver(tx, to)),
      listener,
      pause,
      onFailure,
    })
  // One lane for replies, so that those of a phone keep their order.
  const replies = lane(deliverReplies, repliesAtOnce)
  const receipts = Array.from({ length: receiptLanes }, () => lane(deliverReceipts, receiptsAtOnce))
  const { promise: hasLooked, resolve: look } = Promise.withResolvers<void>()
  const watching = watch()

  return {
    get isUp() {
      return isUp
    },
    hasLooked,
    listen: receiver => (events = receiver),
    stop: async () => {
      stopping.abort()
      await watching
      await Promise.all([replies, ...receipts].map(each => each.idle()))
    },
  }

  function listener(): SimulatorEvents | undefined {
    return mayDeliver && !signal.aborted ? events : undefined
  }

  async function watch(): Promise<void> {
    while (!signal.aborted) {
      try {
        const [state] = await stateNow(database, [])
        isUp = state?.isUp ?? false
        mayDeliver = isUp && (state?.isDelivering ?? false)
        look()
        if (state?.hasReplies) replies.wake()
        if (state?.hasReceipts) for (const each of receipts) each.wake()
        await pause(pollMs)
      } catch (error) {
        isUp = mayDeliver = false
        look()
        onFailure(error)
        await pause(retryMs.first)
      }
    }
  }
}

type Deliver = (tx: Tx, to: SimulatorEvents) => Promise<number>

/** Delivered events stay deleted only if the listener has accepted them. */
function inLazyTransaction<Result>(database: Database, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  return inTransaction(database, async tx => {
    await commitLazily(tx, [])
    return work(tx)
  })
}

async function deliverReceipts(tx: Tx, to: SimulatorEvents): Promise<number> {
  const rows = (await takeDueReceipts(tx, [receiptsAtOnce])).toSorted(byDueTime)
  if (rows.length > 0) await to.receiveReceipts(rows.flatMap(receiptsOf))
  return rows.length
}

async function deliverReplies(tx: Tx, to: SimulatorEvents): Promise<number> {
  const rows = (await takeDueReplies(tx, [repliesAtOnce])).toSorted(byDueTime)
  const texts = rows.map(({ textId, dueAt, phone, number, text }) => ({
    carrierMessageId: String(textId),
    from: phone,
    to: number,
    text,
    sentAt: dueAt,
  }))
  if (texts.length > 0) await to.receiveTexts(texts)
  return rows.length
}

interface Due {
  readonly dueAt: Date
  readonly textId: number
}

const byDueTime = (one: Due, other: Due): number =>
  one.dueAt.getTime() - other.dueAt.getTime() || one.textId - other.textId

const enrouteBeforeMs = 50

function receiptsOf(row: ReceiptRow): SimulatorReceipt[] {
  const { textId, dueAt, statuses, reason, phone, number, partIds, shortReference } = row
  return statuses.map(status => ({
    carrierMessageId: String(textId),
    status,
    ...(reason !== null && status !== 'enroute' && { reason: 'unreachable', words: reason }),
    at: status === 'enroute' ? new Date(dueAt.getTime() - enrouteBeforeMs) : dueAt,
    phone: phone ?? '',
    number: number ?? '',
    partIds: partIds ?? [],
    shortReference: shortReference ?? undefined,
  }))
}

interface LaneOptions {
  readonly batchSize: number
  /** Delivers a batch and returns its size. */
  readonly deliver: (to: SimulatorEvents) => Promise<number>
  readonly listener: () => SimulatorEvents | undefined
  readonly pause: (ms: number) => Promise<void>
  readonly onFailure: (error: unknown) => void
}

/** Delivers batch after batch while they are full; then sleeps until woken. */
function startLane({ batchSize, deliver, listener, pause, onFailure }: LaneOptions) {
  let running: Promise<void> | undefined

  async function run(): Promise<void> {
    let waitMs: number = retryMs.first
    for (let to = listener(); to !== undefined; to = listener()) {
      try {
        if ((await deliver(to)) < batchSize) return
        waitMs = retryMs.first
      } catch (error) {
        onFailure(error)
        await pause(waitMs)
        waitMs = Math.min(waitMs * 2, retryMs.most)
      }
    }
  }

  return {
    wake: (): void => {
      running ??= run().finally(() => (running = undefined))
    },
    idle: async (): Promise<void> => running,
  }
}
