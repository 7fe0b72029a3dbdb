// A carrier that accepts texts, keeps its own record of them, and sends delivery receipts.
import { setTimeout as sleep } from 'node:timers/promises'
import { decodeText } from '../../src/platform/smpp/codec/alphabets.ts'
import { type MessagePdu, readMessage } from '../../src/platform/smpp/codec/read-message.ts'
import { writeReceipt } from '../../src/platform/smpp/codec/receipt.ts'
import { numberIn, numberTlv, tags } from '../../src/platform/smpp/codec/tlv.ts'
import type { SubmitAnswer } from '../../src/simulator/smsc/session.ts'
import { delivery, type ScriptedSmsc, startSmsc } from './scripted-smsc.ts'

interface TakenMessage {
  readonly id: string
  readonly phone: string
  readonly words: string
  readonly part: ReturnType<typeof readMessage>['part']
}

interface Behaviour {
  /** Undefined: the message is accepted. */
  refuse?: (message: MessagePdu) => SubmitAnswer | undefined
  /** Delay of the response after the message is accepted. */
  answerDelayMs?: number
}

export interface ReceiptingSmsc extends ScriptedSmsc {
  /** Accepted messages, in order. */
  readonly taken: TakenMessage[]
  readonly behaviour: Behaviour
  /** Number of receipts not yet acknowledged. */
  readonly untold: () => number
}

/** Ids are unique across all instances: a carrier does not start over after a restart. */
let issued = 0x1000

/** Receipts repeat the reference of their message, as the standard requires. */
export async function startReceiptingSmsc(port = 0): Promise<ReceiptingSmsc> {
  const taken: TakenMessage[] = []
  const behaviour: Behaviour = {}
  const waiting: (() => Promise<void>)[] = []
  const closing = new AbortController()
  let untold = 0

  async function take(message: MessagePdu): Promise<SubmitAnswer> {
    const refusal = behaviour.refuse?.(message)
    if (refusal) return refusal
    const { body, tlvs } = message
    const { bytes, part } = readMessage(message)
    issued += 1
    const id = issued.toString(16)
    taken.push({ id, phone: `+${body.destination}`, words: decodeText(bytes, body.dataCoding, 'gsm'), part })
    const reference = numberIn(tlvs, tags.userMessageReference, 2)
    const at = new Date()
    const words = writeReceipt({ messageId: id, state: 'DELIVRD', error: '000', submittedAt: at, doneAt: at })
    const receipt = delivery(
      { source: body.destination, destination: body.source, esmClass: 4, text: words },
      reference === undefined ? [] : [numberTlv(tags.userMessageReference, reference, 2)],
    )
    untold += 1
    waiting.push(() => smsc.deliver(receipt))
    if (behaviour.answerDelayMs) await sleep(behaviour.answerDelayMs)
    return { status: 0, messageId: id }
  }

  /** Sends each receipt until it is acknowledged. */
  async function tell(): Promise<void> {
    while (!closing.signal.aborted) {
      const some = smsc.receivers.areThere ? waiting.splice(0, 50) : []
      await Promise.all(
        some.map(deliver =>
          deliver().then(
            () => (untold -= 1),
            () => waiting.push(deliver),
          ),
        ),
      )
      await sleep(10)
    }
  }

  const smsc: ScriptedSmsc = await startSmsc(take, {
    port,
    window: 50,
    answerTimeoutMs: 2_000,
    enquireLinkMs: 1_000,
  })
  const telling = tell()
  return {
    ...smsc,
    taken,
    behaviour,
    untold: () => untold,
    close: async () => {
      closing.abort()
      smsc.cut()
      await telling
      await smsc.close()
    },
  }
}
