import { afterEach, expect, it } from 'vitest'
import { createRoom, delivery, never, textTo, until } from '../../../test/smpp/scripted-smsc.ts'
import { tags } from '../../platform/smpp/codec/tlv.ts'

const room = createRoom()
afterEach(room.close)

it('reports an opt-out for the configured statuses only', async () => {
  const smsc = await room.start((_, time) => ({ status: time === 1 ? 0x0401 : 0x0402 }))
  const carrier = await room.bound(smsc.port, { optedOutStatuses: [0x0401] })
  expect(await carrier.submit([textTo()], never)).toEqual([
    { status: 'rejected', reason: 'opted_out', words: 'status 0x00000401', permanent: true },
  ])
  expect(await carrier.submit([textTo()], never)).toEqual([
    { status: 'rejected', reason: 'other', words: 'status 0x00000402', permanent: false },
  ])
  await until(() => carrier.link === 'up')
})

it('reports an opt-out from a receipt', async () => {
  const smsc = await room.start()
  const carrier = await room.bound(smsc.port, { optedOutErrors: ['0A3'] })
  const receipt = (error: string): string =>
    `id:m1 sub:001 dlvrd:000 submit date:2611151200 done date:2611151201 stat:UNDELIV err:${error} text:`
  for (const error of ['0A3', '001']) await smsc.deliver(delivery({ esmClass: 4, text: receipt(error) }))
  await until(() => carrier.receipts.length === 2)
  expect(carrier.receipts).toMatchObject([
    { reason: 'opted_out', words: 'undeliverable (error 0A3)' },
    { reason: 'unreachable', words: 'undeliverable (error 001)' },
  ])
})

it('accepts the code with or without leading zeros, which the text of a receipt adds', async () => {
  const smsc = await room.start()
  const carrier = await room.bound(smsc.port, { optedOutErrors: ['045'] })
  const networkError = { tag: tags.networkErrorCode, value: Buffer.from([3, 0, 45]) }
  await smsc.deliver(delivery({ esmClass: 4, text: 'id:m1 stat:UNDELIV err:045' }, [networkError]))
  await until(() => carrier.receipts.length === 1)
  expect(carrier.receipts).toMatchObject([{ reason: 'opted_out' }])
})
