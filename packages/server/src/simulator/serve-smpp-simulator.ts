// The simulator over SMPP. Texts, receipts and replies are those of the simulator; only the protocol differs.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { InboundText, Submission } from '../carriers/index.ts'
import type { Database } from '../platform/db/pool.ts'
import { numberOf } from '../platform/smpp/addresses.ts'
import { decodeText } from '../platform/smpp/codec/alphabets.ts'
import { type MessagePdu, readMessage } from '../platform/smpp/codec/read-message.ts'
import { statuses } from '../platform/smpp/codec/statuses.ts'
import { numberIn, stringIn, tags } from '../platform/smpp/codec/tlv.ts'
import { type SimulatorReceipt, startEngine } from './engine.ts'
import { gather } from './gather.ts'
import { receiptMessage, replyMessages } from './smpp-messages.ts'
import { createAssembly } from './smsc/assembly.ts'
import { serveSmsc } from './smsc/serve-smsc.ts'
import type { SubmitAnswer } from './smsc/session.ts'
import { type SubmittedText, takeTexts } from './take-texts.ts'
import { smppCredentials, smppOptedOutStatus, smppReferenceTag } from './wire.ts'

interface ServeOptions {
  readonly database: Database
  readonly host: string
  /** 0: any free port. */
  readonly port: number
  readonly onFailure: (error: unknown) => void
}

interface SmppSimulator {
  readonly port: number
  close(): Promise<void>
}

interface Taken {
  readonly submission: Submission
  readonly manner: 'once' | 'twice' | 'never' | 'dropped'
  readonly delayMs: number
}

const linkCheckMs = 20
const batchMax = 500
const batchesAtOnce = 2

export async function serveSmppSimulator({
  database,
  host,
  port,
  onFailure,
}: ServeOptions): Promise<SmppSimulator> {
  const engine = startEngine({ database, onFailure })
  const assembly = createAssembly<string>()
  const takeGathered = gather(takeAll, { size: batchMax, atOnce: batchesAtOnce })
  /** Events of a failed batch that were already accepted, for when it is delivered again. */
  const told = new Set<string>()
  await engine.hasLooked
  const smsc = await serveSmsc({
    host,
    port,
    systemId: 'simulator',
    admit,
    isUp: () => engine.isUp,
    take,
    onReceivers: areThere => engine.listen(areThere ? { receiveTexts, receiveReceipts } : undefined),
  }).catch(async (error: unknown) => {
    await engine.stop()
    throw error
  })
  const linkCheck = setInterval(() => {
    if (!engine.isUp) smsc.cut()
  }, linkCheckMs)

  async function take(message: MessagePdu, systemId: string): Promise<SubmitAnswer> {
    const given = assemble(message, systemId)
    if ('partId' in given) return { status: statuses.ok, messageId: given.partId }
    const { submission, manner, delayMs } = await takeGathered(given)
    if (delayMs > 0) await sleep(delayMs)
    if (manner === 'never') return 'no answer'
    if (manner === 'dropped') return 'hang up'
    const answer = answerOf(submission)
    return typeof answer === 'string' ? answer : { ...answer, times: manner === 'twice' ? 2 : 1 }
  }

  /** The complete text, or the id of a part while others are missing. */
  function assemble(message: MessagePdu, systemId: string): SubmittedText | { readonly partId: string } {
    const { body, tlvs } = message
    const { bytes, part } = readMessage(message)
    const from = numberOf(body.sourceTon, body.source, undefined)
    const to = numberOf(body.destinationTon, body.destination, undefined)
    const shortReference = numberIn(tlvs, tags.userMessageReference, 2)
    const common = {
      ...(shortReference !== undefined && { shortReference }),
      reference: stringIn(tlvs, smppReferenceTag) ?? randomUUID(),
      from,
      to,
      wantsReceipts: (body.registeredDelivery & 3) !== 0,
    }
    const words = decodeText(bytes, body.dataCoding, 'gsm')
    if (!part) return { ...common, text: words }
    const group = [systemId, from, to, part.told, part.reference, part.count].join(' ')
    const whole = assembly.add(group, part, words, randomUUID)
    if ('id' in whole) return { partId: whole.id }
    return { ...common, text: whole.values.join(''), partIds: whole.otherIds }
  }

  async function takeAll(texts: readonly SubmittedText[]): Promise<Taken[]> {
    const taking = await takeTexts(database, texts)
    if (taking === 'down') {
      return texts.map(() => ({ submission: { status: 'unsent' }, manner: 'dropped', delayMs: 0 }))
    }
    return taking.submissions.map((submission, index) => ({
      submission,
      manner: taking.answer,
      delayMs: taking.answerDelaysMs[index] ?? 0,
    }))
  }

  async function receiveTexts(texts: readonly InboundText[]): Promise<void> {
    const deliveries = texts.flatMap(text =>
      replyMessages(text).map((message, index) => ({
        key: `reply ${text.carrierMessageId} ${index}`,
        // Replies of a phone are sent one after the other to keep their order.
        lane: text.from,
        message,
      })),
    )
    await deliverAll(deliveries)
  }

  async function receiveReceipts(receipts: readonly SimulatorReceipt[]): Promise<void> {
    const times = new Map<string, number>()
    const deliveries = receipts.flatMap(receipt =>
      [receipt.carrierMessageId, ...receipt.partIds].map(id => {
        const name = `receipt ${id} ${receipt.status}`
        const time = times.get(name) ?? 0
        times.set(name, time + 1)
        return { key: `${name} ${time}`, lane: id, message: receiptMessage(id, receipt) }
      }),
    )
    await deliverAll(deliveries)
  }

  type Delivery = Readonly<{ key: string; lane: string; message: Parameters<typeof smsc.deliver>[0] }>

  async function deliverAll(deliveries: readonly Delivery[]): Promise<void> {
    const lanes = Map.groupBy(deliveries, ({ lane }) => lane)
    const endings = await Promise.allSettled(Array.from(lanes.values(), deliverLane))
    const failed = endings.find(ending => ending.status === 'rejected')
    if (failed) throw failed.reason
    for (const { key } of deliveries) told.delete(key)
  }

  async function deliverLane(deliveries: readonly Delivery[]): Promise<void> {
    for (const { key, message } of deliveries) {
      if (told.has(key)) continue
      await smsc.deliver(message)
      told.add(key)
    }
  }

  return {
    port: smsc.port,
    close: async () => {
      await engine.stop()
      await smsc.close()
      clearInterval(linkCheck)
    },
  }
}

function admit(systemId: string, password: string): number {
  if (systemId !== smppCredentials.systemId) return statuses.invalidSystemId
  return password === smppCredentials.password ? statuses.ok : statuses.invalidPassword
}

function answerOf(submission: Submission): SubmitAnswer {
  switch (submission.status) {
    case 'accepted':
      return { status: statuses.ok, messageId: submission.carrierMessageId }
    case 'rejected':
      if (!submission.permanent) return { status: statuses.systemError }
      if (submission.reason === 'opted_out') return { status: smppOptedOutStatus }
      return {
        status: submission.reason === 'content' ? statuses.invalidMessageLength : statuses.invalidDestination,
      }
    case 'throttled':
      return { status: statuses.throttled }
    case 'unsent':
      return { status: statuses.systemError }
    case 'unknown':
      return 'no answer'
  }
}
