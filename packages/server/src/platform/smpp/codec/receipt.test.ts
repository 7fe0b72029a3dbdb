import { describe, expect, it } from 'vitest'
import { readReceipt, writeReceipt } from './receipt.ts'
import { numberTlv, stringTlv, tags } from './tlv.ts'

const at = new Date('2026-11-14T22:50:59Z')

describe('a delivery receipt', () => {
  it.each([
    [
      'as the standard suggests',
      'id:0123456789 sub:001 dlvrd:001 submit date:2611142250 done date:2611142250 stat:DELIVRD err:000 text:Hello',
      {
        messageId: '0123456789',
        state: 'DELIVRD',
        error: undefined,
        doneAt: new Date('2026-11-14T22:50:00Z'),
      },
    ],
    [
      'with seconds and an error',
      'id:a1-B2 sub:001 dlvrd:000 submit date:261114225000 done date:261114225059 stat:UNDELIV err:011 text:',
      { messageId: 'a1-B2', state: 'UNDELIV', error: '011', doneAt: at },
    ],
    [
      'in other letters, with a century',
      'ID: 77 SUB:1 DLVRD:1 Submit Date:20261114225000 Done Date:20261114225059 STAT:Expired ERR:0A3 TEXT:x',
      { messageId: '77', state: 'EXPIRED', error: '0A3', doneAt: at },
    ],
    [
      'with little in it',
      'id:5 stat:DELIVERED',
      { messageId: '5', state: 'DELIVRD', error: undefined, doneAt: undefined },
    ],
    [
      'with a day that is none',
      'id:5 done date:2613402250 stat:REJECTD err:1',
      { messageId: '5', state: 'REJECTD', error: '1', doneAt: undefined },
    ],
    [
      'whose text imitates one',
      'id:5 stat:UNDELIV err:000 text:id:6 stat:DELIVRD done date:2611142250',
      { messageId: '5', state: 'UNDELIV', error: undefined, doneAt: undefined },
    ],
  ])('%s is read', (_, text, expected) => {
    expect(readReceipt(text, [])).toEqual(expected)
  })

  it('in optional parameters is read, and they take precedence over the text', () => {
    const tlvs = [
      stringTlv(tags.receiptedMessageId, '1A2B'),
      numberTlv(tags.messageState, 8, 1),
      { tag: tags.networkErrorCode, value: Buffer.from([3, 0, 42]) },
    ]
    const expected = { messageId: '1A2B', state: 'REJECTD', error: '42', doneAt: undefined }
    expect(readReceipt('', tlvs)).toEqual(expected)
    expect(readReceipt('id:9 stat:DELIVRD err:7', tlvs)).toEqual(expected)
  })

  it.each(['', 'Hello', 'id: stat:', 'id:5', 'stat:DELIVRD', 'id:5 stat:LATER'])('is not in %j', text => {
    expect(readReceipt(text, [])).toBeUndefined()
  })

  it('that we write can be read back', () => {
    const receipt = { messageId: '42', state: 'UNDELIV', error: '001', doneAt: at } as const
    expect(readReceipt(writeReceipt({ ...receipt, submittedAt: at }), [])).toEqual(receipt)
  })
})
