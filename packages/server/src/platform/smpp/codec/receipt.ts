// Delivery receipts: as optional parameters, and as the text that the standard suggests in its appendix B.
import { numberIn, octetsIn, stringIn, type Tlv, tags } from './tlv.ts'

const messageStates = {
  1: 'ENROUTE',
  2: 'DELIVRD',
  3: 'EXPIRED',
  4: 'DELETED',
  5: 'UNDELIV',
  6: 'ACCEPTD',
  7: 'UNKNOWN',
  8: 'REJECTD',
} as const
export type MessageState = (typeof messageStates)[keyof typeof messageStates]

const stateNames = new Set<string>(Object.values(messageStates))

export interface ReceiptText {
  readonly messageId: string
  readonly state: MessageState
  /** The network's own error code. */
  readonly error: string | undefined
  /** When the message reached this state, by the carrier's clock, read as UTC. */
  readonly doneAt: Date | undefined
}

/** Optional parameters are more exact than the text. Undefined: it does not name its message. */
export function readReceipt(text: string, tlvs: readonly Tlv[]): ReceiptText | undefined {
  const fields = fieldsIn(text)
  const messageId = stringIn(tlvs, tags.receiptedMessageId) ?? fields.id
  const state = stateIn(tlvs) ?? stateOf(fields.stat)
  if (messageId === undefined || messageId === '' || state === undefined) return undefined
  return {
    messageId,
    state,
    error: nonZero(networkErrorIn(tlvs) ?? fields.err),
    doneAt: fields.done === undefined ? undefined : timeOf(fields.done),
  }
}

/** Carriers use either case, omit fields and add others. The text comes last and is free-form. */
const patterns = {
  id: /(?:^|\s)id:\s*(\S+)/i,
  stat: /\sstat:\s*([a-z]+)/i,
  err: /\serr:\s*(\S+)/i,
  done: /\sdone date:\s*(\d{10,14})/i,
} as const

function fieldsIn(text: string): Partial<Record<keyof typeof patterns, string>> {
  const end = text.search(/\stext:/i)
  const line = end < 0 ? text : text.slice(0, end)
  const found = Object.entries(patterns).map(([name, pattern]) => [name, pattern.exec(line)?.[1]])
  return Object.fromEntries(found)
}

const otherNames: Readonly<Record<string, MessageState>> = {
  DELIVERED: 'DELIVRD',
  UNDELIVERABLE: 'UNDELIV',
  UNDELIVERED: 'UNDELIV',
  ACCEPTED: 'ACCEPTD',
  REJECTED: 'REJECTD',
  FAILED: 'UNDELIV',
  BUFFERED: 'ENROUTE',
  BUFFRED: 'ENROUTE',
  SCHEDULED: 'ENROUTE',
}

function stateOf(stat: string | undefined): MessageState | undefined {
  const name = stat?.toUpperCase()
  if (name === undefined) return undefined
  return stateNames.has(name) ? (name as MessageState) : otherNames[name]
}

function stateIn(tlvs: readonly Tlv[]): MessageState | undefined {
  const state = numberIn(tlvs, tags.messageState, 1)
  return messageStates[state as keyof typeof messageStates]
}

/** One byte for the network type, two for the code. */
function networkErrorIn(tlvs: readonly Tlv[]): string | undefined {
  const value = octetsIn(tlvs, tags.networkErrorCode)
  return value?.length === 3 ? String(value.readUInt16BE(1)) : undefined
}

const nonZero = (error: string | undefined): string | undefined =>
  error === undefined || /^0*$/.test(error) ? undefined : error

/** YYMMDDhhmm, with seconds at some carriers and the century at others. */
function timeOf(digits: string): Date | undefined {
  const full = digits.length === 14 ? digits : `20${digits}`.padEnd(14, '0')
  const [year, month, day, hour, minute, second] = [
    full.slice(0, 4),
    ...(full.slice(4).match(/../g) ?? []),
  ].map(Number) as [number, number, number, number, number, number]
  const time = new Date(Date.UTC(year, month - 1, day, hour, minute, second))
  const isReal = full.length === 14 && time.getUTCMonth() === month - 1 && time.getUTCHours() === hour
  return isReal ? time : undefined
}

interface ReceiptFields {
  readonly messageId: string
  readonly state: MessageState
  readonly error: string
  readonly submittedAt: Date
  readonly doneAt: Date
}

/** The text form, with seconds. */
export function writeReceipt({ messageId, state, error, submittedAt, doneAt }: ReceiptFields): string {
  const delivered = state === 'DELIVRD' ? '001' : '000'
  return `id:${messageId} sub:001 dlvrd:${delivered} submit date:${digitsOf(submittedAt)} done date:${digitsOf(doneAt)} stat:${state} err:${error} text:`
}

const digitsOf = (time: Date): string => time.toISOString().replace(/\D/g, '').slice(2, 14)
