// Every command as we encode it, decoded by Wireshark's dissector.
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { required } from '../../src/platform/db/rows.ts'
import { encodePdu } from '../../src/platform/smpp/codec/encode-pdu.ts'
import { type CommandName, fieldsOf, type Pdu } from '../../src/platform/smpp/codec/pdu.ts'
import { type LongTexts, segmentText } from '../../src/platform/smpp/codec/segments.ts'
import { numberTlv, stringTlv, type Tlv, tags } from '../../src/platform/smpp/codec/tlv.ts'
import { allCommands, differences } from './compare.ts'
import { delivery } from './scripted-smsc.ts'
import { dissect } from './tshark.ts'

const byte = fc.nat({ max: 255 })
const word = fc.string({ unit: fc.constantFrom(...'abcXYZ0189+.-'), minLength: 1, maxLength: 8 })
const values: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  shortMessage: fc.uint8Array({ maxLength: 254 }).map(bytes => Buffer.from(bytes)),
  scheduleDeliveryTime: fc.constantFrom('', '261114225000004+', '000002000000000R'),
  validityPeriod: fc.constantFrom('', '261114225000004+'),
  finalDate: fc.constantFrom('', '261114225000004+'),
}
const numbers =
  /Ton$|Npi$|^(esmClass|protocolId|priority|registeredDelivery|replaceIfPresent|dataCoding|defaultMessageId|interfaceVersion|messageState|errorCode)$/

const tlv: fc.Arbitrary<Tlv> = fc.oneof(
  fc.nat({ max: 0xffff }).map(value => numberTlv(tags.sarReference, value, 2)),
  fc.nat({ max: 0xffff }).map(value => numberTlv(tags.userMessageReference, value, 2)),
  byte.map(value => numberTlv(tags.sarCount, value, 1)),
  byte.map(value => numberTlv(tags.sarNumber, value, 1)),
  word.map(value => stringTlv(tags.receiptedMessageId, value)),
  fc
    .uint8Array({ minLength: 1, maxLength: 900 })
    .map(value => ({ tag: tags.messagePayload, value: Buffer.from(value) })),
  word.map(value => stringTlv(0x1501, value)),
)

function pduOf(command: CommandName): fc.Arbitrary<Pdu> {
  const names = (fieldsOf.get(command) ?? []).map(([name]) => name)
  const fields = names.map(name => values[name] ?? (numbers.test(name) ? byte : word))
  const takesTlvs = /^(submit|deliver|data)_sm$/.test(command)
  return fc
    .record({
      sequence: fc.integer({ min: 1, max: 0x7fff_ffff }),
      status:
        command.endsWith('_resp') || command === 'generic_nack'
          ? fc.constantFrom(0, 0, 0, 0, 0x01, 0x08, 0x0b, 0x0e, 0x14, 0x58, 0x64)
          : fc.constant(0),
      body: fc
        .tuple(...fields)
        .map(all => Object.fromEntries(all.map((value, index) => [names[index], value]))),
      tlvs: takesTlvs ? fc.uniqueArray(tlv, { maxLength: 4, selector: ({ tag }) => tag }) : fc.constant([]),
    })
    .map((parts): Pdu => ({ command, ...parts }))
}

describe('Wireshark', () => {
  it('reads every command as we wrote it', async () => {
    const pdus = allCommands.flatMap(command => fc.sample(pduOf(command), { numRuns: 40, seed: 7 }))
    const read = await dissect(pdus.map(encodePdu))
    expect(read).toHaveLength(pdus.length)
    expect(pdus.flatMap((pdu, index) => differences(pdu, read[index] ?? {}))).toEqual([])
  })

  it('reads the same parts of long texts', async () => {
    const texts = ['a'.repeat(400), '€'.repeat(200), 'я'.repeat(200), '🎉'.repeat(100)]
    const ways: readonly LongTexts[] = ['udh8', 'udh16', 'sar', 'payload']
    const pdus = ways.flatMap(longTexts =>
      texts.flatMap(text =>
        required(segmentText(text, { longTexts, defaultAlphabet: 'gsm', reference: 0x1234 }), 'parts').map(
          ({ esmClass, dataCoding, shortMessage, tlvs }, index): Pdu => ({
            command: 'submit_sm',
            status: 0,
            sequence: index + 1,
            ...delivery({ esmClass, dataCoding, shortMessage }, tlvs),
          }),
        ),
      ),
    )
    const read = await dissect(pdus.map(encodePdu))
    expect(pdus.flatMap((pdu, index) => differences(pdu, read[index] ?? {}))).toEqual([])
  })

  it('disagrees if a byte is wrong', async () => {
    const pdu: Pdu = { command: 'submit_sm', status: 0, sequence: 1, ...delivery({ text: 'Hello' }) }
    const [read] = await dissect([encodePdu(pdu)])
    expect(differences({ ...pdu, body: { ...pdu.body, dataCoding: 8 } }, read ?? {})).toHaveLength(1)
  })
})
