import { commands, fieldsOf, headerBytes, type Pdu } from './pdu.ts'
import { tlvsSize, writeTlvs } from './tlv.ts'

/** Encodes a PDU. Throws if a value does not fit its field; the caller must ensure that it does. */
export function encodePdu({ command, status, sequence, body, tlvs }: Pdu): Buffer {
  const fields = fieldsOf.get(command) ?? []
  const values = body as Readonly<Record<string, unknown>> | undefined
  let size = headerBytes
  if (values) {
    for (const [name, field] of fields) size += field.size(values[name])
    size += tlvsSize(tlvs)
  }
  const bytes = Buffer.allocUnsafe(size)
  bytes.writeUInt32BE(size, 0)
  bytes.writeUInt32BE(commands[command].id, 4)
  bytes.writeUInt32BE(status, 8)
  bytes.writeUInt32BE(sequence, 12)
  if (!values) return bytes
  let at = headerBytes
  for (const [name, field] of fields) at = field.write(values[name], bytes, at)
  writeTlvs(tlvs, bytes, at)
  return bytes
}
