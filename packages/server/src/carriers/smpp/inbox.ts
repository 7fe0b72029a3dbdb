// Replies and receipts from the carrier. They are acknowledged after they are on disk.
import { setTimeout as sleep } from 'node:timers/promises'
import { statuses } from '../../platform/smpp/codec/statuses.ts'
import type { Request, SmppConnection } from '../../platform/smpp/session/connection.ts'
import type { CarrierEvents, InboundText, Receipt } from '../carrier.ts'
import { createDeliveries, type Delivery } from './deliveries.ts'
import { type Heard, readDelivery } from './read-delivery.ts'
import type { WholeSettings } from './settings.ts'

type DeliveryPdu = Extract<Request, { readonly command: 'deliver_sm' | 'data_sm' }>

interface InboxOptions {
  readonly settings: WholeSettings
  readonly onFailure: (error: unknown) => void
}

interface Item<Value> {
  readonly value: Value
  readonly delivery: Delivery | undefined
  readonly answer: (status: number) => void
}

export interface Inbox {
  receive(pdu: DeliveryPdu, connection: SmppConnection): void
  listen(events: CarrierEvents): void
  /** Refuses new deliveries, and resolves when running ones have ended. */
  close(): Promise<void>
}

const batchMax = 500
/** Queue limit; beyond it the carrier keeps the rest. */
const waitingMax = 5_000
const receiptLanes = 2
/**
 * How long to collect receipts into one batch. A carrier sends as many as its window allows and the next after our responses:
 * without a pause the receipts of a window arrive alternately in two halves, for twice the commits.
 */
const gatherMs = 5

export function createInbox({ settings, onFailure }: InboxOptions): Inbox {
  const deliveries = createDeliveries()
  const texts: Item<InboundText>[] = []
  const receipts: Item<Receipt>[] = []
  const running = new Set<Promise<void>>()
  let events: CarrierEvents | undefined
  let isClosed = false
  let isReadingTexts = false
  let receiptReaders = 0

  function receive(pdu: DeliveryPdu, connection: SmppConnection): void {
    const answer = answerTo(pdu, connection)
    if (!events || isClosed) {
      answer(statuses.temporaryFailure)
      return
    }
    if (texts.length + receipts.length >= waitingMax) {
      answer(statuses.queueFull)
      return
    }
    const heard: Heard = readDelivery(pdu, settings)
    switch (heard.kind) {
      case 'receipt':
        receipts.push({ value: heard.receipt, delivery: undefined, answer })
        break
      case 'text': {
        const delivery = deliveries.begin(pdu, connection)
        const { id: carrierMessageId, firstHeardAt: sentAt, latestAt } = delivery
        const value = { ...heard.text, carrierMessageId, sentAt, ...(latestAt && { latestAt }) }
        texts.push({ value, delivery, answer })
        break
      }
      case 'unreadable':
        // A redelivery would be no clearer.
        onFailure(new Error('a receipt does not identify its text'))
        answer(statuses.ok)
        return
    }
    wake()
  }

  function wake(): void {
    if (texts.length > 0 && !isReadingTexts) {
      isReadingTexts = true
      track(readTexts().finally(() => (isReadingTexts = false)))
    }
    while (receiptReaders < receiptLanes && receipts.length > receiptReaders * batchMax) {
      receiptReaders += 1
      track(readReceipts().finally(() => (receiptReaders -= 1)))
    }
  }

  function track(work: Promise<void>): void {
    const tracked = work.finally(() => running.delete(tracked))
    running.add(tracked)
  }

  /** One batch after the other, so that the replies of a phone keep their order. */
  async function readTexts(): Promise<void> {
    while (texts.length > 0) {
      const batch = texts.splice(0, batchMax)
      if (await taken(batch, values => events?.receiveTexts(values))) continue
      if (batch.length > 1) await readOneByOne(batch)
    }
  }

  /** A reply that cannot be stored delays later ones from the same phone, and no others. */
  async function readOneByOne(batch: readonly Item<InboundText>[]): Promise<void> {
    const blocked = new Set<string>()
    for (const item of batch) {
      const isTaken =
        !blocked.has(item.value.from) && (await taken([item], values => events?.receiveTexts(values)))
      if (!isTaken && !blocked.has(item.value.from)) blocked.add(item.value.from)
      else if (!isTaken) settle(item, statuses.temporaryFailure)
    }
  }

  async function readReceipts(): Promise<void> {
    while (receipts.length > 0) {
      if (receipts.length < batchMax) await sleep(gatherMs)
      const batch = receipts.splice(0, batchMax)
      if (await taken(batch, values => events?.receiveReceipts(values))) continue
      if (batch.length === 1) continue
      for (const item of batch) await taken([item], values => events?.receiveReceipts(values))
    }
  }

  /** Acknowledges all if they were stored; a single one also gets an error response. */
  async function taken<Value>(
    batch: readonly Item<Value>[],
    take: (values: Value[]) => Promise<void> | undefined,
  ): Promise<boolean> {
    try {
      const taking = take(batch.map(({ value }) => value))
      if (!taking) throw new Error('no listener')
      await taking
      for (const item of batch) settle(item, statuses.ok)
      return true
    } catch (error) {
      if (batch.length === 1) {
        onFailure(error)
        for (const item of batch) settle(item, statuses.temporaryFailure)
      }
      return false
    }
  }

  return {
    receive,
    listen: listener => (events = listener),
    close: async () => {
      isClosed = true
      while (running.size > 0) await Promise.all(running)
    },
  }
}

function settle({ delivery, answer }: Item<unknown>, status: number): void {
  if (status === statuses.ok) delivery?.answered()
  else delivery?.refused()
  answer(status)
}

function answerTo({ command, sequence }: DeliveryPdu, connection: SmppConnection): (status: number) => void {
  return status => {
    connection.answer({ command: `${command}_resp`, status, sequence, body: { messageId: '' }, tlvs: [] })
  }
}
