import { type Cursor, malformed } from './fields.ts'
import { commandNames, fieldsOf, headerBytes, type Pdu } from './pdu.ts'
import { readTlvs } from './tlv.ts'

export type Decoded =
  | { readonly is: 'pdu'; readonly pdu: Pdu }
  /** The header is valid, the rest is not. */
  | {
      readonly is: 'unknown command' | 'malformed'
      readonly commandId: number
      readonly status: number
      readonly sequence: number
    }

/** Decodes a whole frame including its length. The result shares the frame's memory. */
export function decodePdu(frame: Buffer): Decoded {
  const commandId = frame.readUInt32BE(4)
  const status = frame.readUInt32BE(8)
  const sequence = frame.readUInt32BE(12)
  const command = commandNames.get(commandId)
  if (command === undefined) return { is: 'unknown command', commandId, status, sequence }
  const fields = fieldsOf.get(command) ?? []
  const lacksBody = frame.length === headerBytes && command.endsWith('_resp') && fields.length > 0
  if (lacksBody) return { is: 'pdu', pdu: { command, status, sequence, body: undefined, tlvs: [] } as Pdu }
  const cursor: Cursor = { bytes: frame, at: headerBytes }
  const body: Record<string, unknown> = {}
  try {
    for (const [name, field] of fields) body[name] = field.read(cursor)
    const tlvs = readTlvs(cursor)
    return { is: 'pdu', pdu: { command, status, sequence, body, tlvs } as unknown as Pdu }
  } catch (error) {
    if (error !== malformed) throw error
    return { is: 'malformed', commandId, status, sequence }
  }
}
