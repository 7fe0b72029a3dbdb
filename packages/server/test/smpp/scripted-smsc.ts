// A scripted SMSC that records everything, and a client connected to it.
import { setTimeout as sleep } from 'node:timers/promises'
import type { CarrierEvents, InboundText, OutgoingText, Receipt } from '../../src/carriers/carrier.ts'
import { createSmppCarrier, type SmppCarrier } from '../../src/carriers/smpp/create-smpp-carrier.ts'
import type { SmppSettings } from '../../src/carriers/smpp/settings.ts'
import type { BodyOf, PduOf } from '../../src/platform/smpp/codec/pdu.ts'
import { type MessagePdu, readMessage } from '../../src/platform/smpp/codec/read-message.ts'
import type { Tlv } from '../../src/platform/smpp/codec/tlv.ts'
import { type Smsc, type SmscOptions, serveSmsc } from '../../src/simulator/smsc/serve-smsc.ts'
import type { SubmitAnswer } from '../../src/simulator/smsc/session.ts'

interface Taken {
  readonly message: MessagePdu
  readonly part: ReturnType<typeof readMessage>['part']
  readonly atMs: number
}

export interface ScriptedSmsc extends Smsc {
  /** Submitted messages, in order. */
  readonly messages: Taken[]
  /** Messages currently without a response, and the maximum so far. */
  readonly open: { now: number; most: number }
  readonly receivers: { areThere: boolean }
}

type Script = (message: MessagePdu, time: number) => SubmitAnswer | Promise<SubmitAnswer>

export const credentials = { systemId: 'parley', password: 'secret' } as const

/** Accepts everything with ids m1, m2 …, unless the script says otherwise. */
export async function startSmsc(
  script: Script = (_, time) => ({ status: 0, messageId: `m${time}` }),
  options: Partial<SmscOptions> = {},
): Promise<ScriptedSmsc> {
  const messages: Taken[] = []
  const open = { now: 0, most: 0 }
  const receivers = { areThere: false }
  const smsc = await serveSmsc({
    host: '127.0.0.1',
    port: 0,
    systemId: 'scripted',
    admit: (systemId, password) => {
      if (systemId !== credentials.systemId) return 0x0f
      return password === credentials.password ? 0 : 0x0e
    },
    take: async message => {
      messages.push({ message, part: readMessage(message).part, atMs: performance.now() })
      open.now += 1
      open.most = Math.max(open.most, open.now)
      const answer = await script(message, messages.length)
      open.now -= 1
      return answer
    },
    onReceivers: areThere => (receivers.areThere = areThere),
    ...options,
  })
  return { ...smsc, messages, open, receivers }
}

export interface ListeningCarrier extends SmppCarrier {
  readonly texts: InboundText[]
  readonly receipts: Receipt[]
  readonly troubles: string[]
  readonly failures: unknown[]
}

/** A client with short timeouts that records inbound events. */
function connectTo(
  port: number,
  settings: Partial<SmppSettings> = {},
  events: Partial<CarrierEvents> = {},
): ListeningCarrier {
  const kept = { texts: [] as InboundText[], receipts: [] as Receipt[] }
  const troubles: string[] = []
  const failures: unknown[] = []
  const { timings, ...others } = settings
  const carrier = createSmppCarrier(
    {
      name: 'smpp',
      host: '127.0.0.1',
      port,
      ...credentials,
      ...others,
      timings: {
        connectTimeoutMs: 5_000,
        answerTimeoutMs: 5_000,
        enquireLinkMs: 1_000,
        reconnectFirstMs: 20,
        reconnectMostMs: 200,
        throttleFirstMs: 50,
        throttleMostMs: 400,
        ...timings,
      },
    },
    { onTrouble: why => troubles.push(why), onFailure: error => failures.push(error) },
  )
  carrier.listen({
    receiveTexts: async texts => void kept.texts.push(...texts),
    receiveStop: async () => false,
    receiveReceipts: async receipts => void kept.receipts.push(...receipts),
    ...events,
  })
  // Not spread: link and state are read each time.
  return Object.assign(carrier, { ...kept, troubles, failures })
}

/** Resolves when the condition holds; the test's own timeout ends the wait. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await sleep(5)
}

let texts = 0
export const textTo = (to = '+12025550123', text = 'Good morning'): OutgoingText => {
  texts += 1
  return { reference: String(texts * 1_024), from: '+12025550101', to, text }
}

export const never: number = Number.POSITIVE_INFINITY

/** A message to us. */
export function delivery(
  body: Partial<BodyOf<'deliver_sm'>> & { readonly text?: string },
  tlvs: readonly Tlv[] = [],
): Pick<PduOf<'deliver_sm'>, 'body' | 'tlvs'> {
  const { text = '', ...others } = body
  return {
    body: {
      serviceType: '',
      sourceTon: 1,
      sourceNpi: 1,
      source: '12025550123',
      destinationTon: 1,
      destinationNpi: 1,
      destination: '12025550101',
      esmClass: 0,
      protocolId: 0,
      priority: 0,
      scheduleDeliveryTime: '',
      validityPeriod: '',
      registeredDelivery: 0,
      replaceIfPresent: 0,
      dataCoding: 0,
      defaultMessageId: 0,
      shortMessage: Buffer.from(text, 'latin1'),
      ...others,
    },
    tlvs,
  }
}

/** Closes what a test opens, in reverse order. */
export function createRoom() {
  const closers: (() => Promise<unknown>)[] = []
  return {
    onClose: (close: () => Promise<unknown>): void => void closers.push(close),
    close: async (): Promise<void> => {
      for (const close of closers.splice(0).toReversed()) await close()
    },
    start: async (...args: Parameters<typeof startSmsc>): Promise<ScriptedSmsc> => {
      const smsc = await startSmsc(...args)
      closers.push(() => smsc.close())
      return smsc
    },
    connect: (...args: Parameters<typeof connectTo>): ListeningCarrier => {
      const carrier = connectTo(...args)
      closers.push(() => carrier.close())
      return carrier
    },
    /** Connected and bound. */
    bound: async (...args: Parameters<typeof connectTo>): Promise<ListeningCarrier> => {
      const carrier = connectTo(...args)
      closers.push(() => carrier.close())
      await until(() => carrier.link === 'up')
      return carrier
    },
  }
}

/** Number of results of each status. */
export async function statusesOf(
  carrier: ListeningCarrier,
  count: number,
  notAfterMs: number = never,
): Promise<string[]> {
  const answers = await carrier.submit(
    Array.from({ length: count }, () => textTo()),
    notAfterMs,
  )
  return answers.map(({ status }) => status)
}
