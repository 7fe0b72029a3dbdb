// Compares Wireshark's reading of a PDU with ours.
import { type CommandName, commands, type Pdu } from '../../src/platform/smpp/codec/pdu.ts'
import { tags } from '../../src/platform/smpp/codec/tlv.ts'
import type { Dissected } from './tshark.ts'

type Show = (value: never) => string

const byte = (value: number): string => `0x${value.toString(16).padStart(2, '0')}`
const decimal = (value: number): string => String(value)
const text = (value: string): string => value
const colons = (value: Buffer): string => value.toString('hex').replace(/(..)(?=.)/g, '$1:')

/** Our fields by Wireshark's names and formats. Wireshark splits times into parts. */
const fields: Readonly<Record<string, readonly [name: string, show: Show]>> = {
  systemId: ['smpp.system_id', text],
  password: ['smpp.password', text],
  systemType: ['smpp.system_type', text],
  interfaceVersion: ['smpp.interface_version', decimal],
  addressTon: ['smpp.addr_ton', byte],
  addressNpi: ['smpp.addr_npi', byte],
  addressRange: ['smpp.address_range', text],
  messageId: ['smpp.message_id', text],
  serviceType: ['smpp.service_type', (value: string) => value || '(Default)'],
  sourceTon: ['smpp.source_addr_ton', byte],
  sourceNpi: ['smpp.source_addr_npi', byte],
  source: ['smpp.source_addr', text],
  destinationTon: ['smpp.dest_addr_ton', byte],
  destinationNpi: ['smpp.dest_addr_npi', byte],
  destination: ['smpp.destination_addr', text],
  protocolId: ['smpp.protocol_id', byte],
  priority: ['smpp.priority_flag', byte],
  replaceIfPresent: ['smpp.replace_if_present_flag', (value: number) => byte(value & 1)],
  dataCoding: ['smpp.data_coding', byte],
  defaultMessageId: ['smpp.sm_default_msg_id', decimal],
  shortMessage: ['smpp.message', colons],
  messageState: ['smpp.message_state', decimal],
  errorCode: ['smpp.error_code', decimal],
  esmeTon: ['smpp.esme_addr_ton', byte],
  esmeNpi: ['smpp.esme_addr_npi', byte],
  esme: ['smpp.esme_addr', text],
}

const tlvFields: Readonly<Record<number, readonly [name: string, show: (value: Buffer) => string]>> = {
  [tags.sarReference]: ['smpp.sar_msg_ref_num', value => String(value.readUInt16BE(0))],
  [tags.sarCount]: ['smpp.sar_total_segments', value => String(value[0])],
  [tags.sarNumber]: ['smpp.sar_segment_seqnum', value => String(value[0])],
  [tags.userMessageReference]: ['smpp.user_message_reference', value => `0x${value.toString('hex')}`],
  [tags.receiptedMessageId]: [
    'smpp.receipted_message_id',
    value => value.toString('latin1').replace(/\0$/, ''),
  ],
  [tags.messageState]: ['smpp.message_state', value => String(value[0])],
  [tags.interfaceVersion]: ['smpp.SC_interface_version', value => String(value[0])],
  [tags.messagePayload]: ['smpp.message_payload', colons],
}

/** The differences as sentences; empty if both agree. */
export function differences(pdu: Pdu, dissected: Dissected): string[] {
  const found: string[] = []
  const expect = (name: string, expected: readonly string[]): void => {
    const seen = dissected[name] ?? []
    if (JSON.stringify(seen) !== JSON.stringify(expected)) {
      found.push(
        `${pdu.command} ${name}: we read ${JSON.stringify(expected)}, Wireshark ${JSON.stringify(seen)}`,
      )
    }
  }
  const id = commands[pdu.command].id
  expect('smpp.command_id', [`0x${id.toString(16).padStart(8, '0')}`])
  expect('smpp.sequence_number', [String(pdu.sequence)])
  // Wireshark shows no status for a request.
  if (id >= 0x8000_0000) expect('smpp.command_status', [`0x${pdu.status.toString(16).padStart(8, '0')}`])
  // Nor the body of an error response.
  for (const [name, value] of Object.entries((pdu.status === 0 && pdu.body) || {})) {
    const [theirs, show] = fields[name] ?? []
    if (theirs && show) expect(theirs, isHidden(name, value) ? [] : [show(value as never)])
  }
  if (pdu.body && 'shortMessage' in pdu.body) expect('smpp.sm_length', [String(pdu.body.shortMessage.length)])
  if (pdu.body && 'esmClass' in pdu.body) expectClass(pdu.body.esmClass)
  if (pdu.tlvs.length > 0) {
    expect(
      'smpp.opt_param_tag',
      pdu.tlvs.map(({ tag }) => `0x${tag.toString(16).padStart(4, '0')}`),
    )
    expect(
      'smpp.opt_param_len',
      pdu.tlvs.map(({ value }) => String(value.length)),
    )
  }
  for (const { tag, value } of pdu.tlvs) {
    const [theirs, show] = tlvFields[tag] ?? []
    if (theirs && show) expect(theirs, [show(value)])
  }
  return found

  function expectClass(esmClass: number): void {
    expect('smpp.esm.submit.msg_mode', [byte(esmClass & 3)])
    expect('smpp.esm.submit.msg_type', [byte((esmClass >> 2) & 15)])
    expect('smpp.esm.submit.features', [byte(esmClass >> 6)])
  }
}

/** Empty values are not shown, except for the one field in which empty has a name. */
const isHidden = (name: string, value: unknown): boolean =>
  name !== 'serviceType' && (value === '' || (Buffer.isBuffer(value) && value.length === 0))

export const allCommands: readonly CommandName[] = Object.keys(commands) as CommandName[]
