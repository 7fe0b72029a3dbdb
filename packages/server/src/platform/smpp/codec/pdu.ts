// The commands of SMPP 3.4 that an ESME and a small SMSC need, with their fields in wire order.
import { cString, type Field, octets, u8 } from './fields.ts'
import type { Tlv } from './tlv.ts'

const bind = {
  systemId: cString,
  password: cString,
  systemType: cString,
  interfaceVersion: u8,
  addressTon: u8,
  addressNpi: u8,
  addressRange: cString,
} as const
const bound = { systemId: cString } as const
const source = { sourceTon: u8, sourceNpi: u8, source: cString } as const
const destination = { destinationTon: u8, destinationNpi: u8, destination: cString } as const
const message = {
  serviceType: cString,
  ...source,
  ...destination,
  esmClass: u8,
  protocolId: u8,
  priority: u8,
  scheduleDeliveryTime: cString,
  validityPeriod: cString,
  registeredDelivery: u8,
  replaceIfPresent: u8,
  dataCoding: u8,
  defaultMessageId: u8,
  shortMessage: octets,
} as const
const messageId = { messageId: cString } as const

export const commands = {
  generic_nack: { id: 0x8000_0000, layout: {} },
  bind_receiver: { id: 0x01, layout: bind },
  bind_receiver_resp: { id: 0x8000_0001, layout: bound },
  bind_transmitter: { id: 0x02, layout: bind },
  bind_transmitter_resp: { id: 0x8000_0002, layout: bound },
  query_sm: { id: 0x03, layout: { ...messageId, ...source } },
  query_sm_resp: {
    id: 0x8000_0003,
    layout: { ...messageId, finalDate: cString, messageState: u8, errorCode: u8 },
  },
  submit_sm: { id: 0x04, layout: message },
  submit_sm_resp: { id: 0x8000_0004, layout: messageId },
  deliver_sm: { id: 0x05, layout: message },
  deliver_sm_resp: { id: 0x8000_0005, layout: messageId },
  unbind: { id: 0x06, layout: {} },
  unbind_resp: { id: 0x8000_0006, layout: {} },
  replace_sm: {
    id: 0x07,
    layout: {
      ...messageId,
      ...source,
      scheduleDeliveryTime: cString,
      validityPeriod: cString,
      registeredDelivery: u8,
      defaultMessageId: u8,
      shortMessage: octets,
    },
  },
  replace_sm_resp: { id: 0x8000_0007, layout: {} },
  cancel_sm: { id: 0x08, layout: { serviceType: cString, ...messageId, ...source, ...destination } },
  cancel_sm_resp: { id: 0x8000_0008, layout: {} },
  bind_transceiver: { id: 0x09, layout: bind },
  bind_transceiver_resp: { id: 0x8000_0009, layout: bound },
  outbind: { id: 0x0b, layout: { systemId: cString, password: cString } },
  enquire_link: { id: 0x15, layout: {} },
  enquire_link_resp: { id: 0x8000_0015, layout: {} },
  alert_notification: {
    id: 0x0102,
    layout: { ...source, esmeTon: u8, esmeNpi: u8, esme: cString },
  },
  data_sm: {
    id: 0x0103,
    layout: {
      serviceType: cString,
      ...source,
      ...destination,
      esmClass: u8,
      registeredDelivery: u8,
      dataCoding: u8,
    },
  },
  data_sm_resp: { id: 0x8000_0103, layout: messageId },
} as const

type Commands = typeof commands
export type CommandName = keyof Commands
export type BodyOf<Name extends CommandName> = {
  readonly [Key in keyof Commands[Name]['layout']]: Commands[Name]['layout'][Key] extends Field<infer Value>
    ? Value
    : never
}

export interface PduOf<Name extends CommandName> {
  readonly command: Name
  readonly status: number
  /** A request's own; a response has that of its request. */
  readonly sequence: number
  /** Absent in some responses with an error. */
  readonly body: Name extends `${string}_resp` ? BodyOf<Name> | undefined : BodyOf<Name>
  readonly tlvs: readonly Tlv[]
}

export type Pdu = { [Name in CommandName]: PduOf<Name> }[CommandName]

export const headerBytes = 16

export const commandNames: ReadonlyMap<number, CommandName> = new Map(
  (Object.keys(commands) as CommandName[]).map(name => [commands[name].id, name]),
)

/** The layout of each command as a list. */
export const fieldsOf: ReadonlyMap<CommandName, readonly (readonly [name: string, field: Field<unknown>])[]> =
  new Map(
    (Object.keys(commands) as CommandName[]).map(name => [
      name,
      Object.entries(commands[name].layout) as [string, Field<unknown>][],
    ]),
  )
