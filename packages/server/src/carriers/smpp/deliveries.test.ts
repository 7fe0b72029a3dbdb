// A repeated text whose acknowledgement may have been lost: a redelivery, or a new text with the same words.
import { afterEach, expect, it } from 'vitest'
import { createRoom, delivery, type ListeningCarrier, until } from '../../../test/smpp/scripted-smsc.ts'

const room = createRoom()
afterEach(room.close)

/** Delivers the words, each time on a connection that is lost right after the first acknowledgement. */
async function heard(...words: string[]): Promise<ListeningCarrier['texts']> {
  const smsc = await room.start()
  const carrier = await room.bound(smsc.port)
  for (const [index, text] of words.entries()) {
    await smsc.deliver(delivery({ text }))
    if (index > 0) continue
    smsc.cut()
    await until(() => carrier.link === 'down')
    await until(() => smsc.receivers.areThere)
  }
  return carrier.texts
}

it('the same words are one reply if the phone has written nothing else since', async () => {
  const [first, second] = await heard('STOP', 'STOP')
  expect(second).toEqual(first)
})

it('the same words may be a new reply if the phone has: when they were written is unknown', async () => {
  const [first, between, second] = await heard('STOP', 'START', 'STOP')
  expect(second?.carrierMessageId).not.toBe(first?.carrierMessageId)
  expect(second?.sentAt).toEqual(first?.sentAt)
  expect(second?.latestAt?.getTime()).toBeGreaterThanOrEqual(between?.sentAt.getTime() ?? 0)
})

it('texts from other phones make no difference', async () => {
  const smsc = await room.start()
  const carrier = await room.bound(smsc.port)
  await smsc.deliver(delivery({ text: 'STOP' }))
  smsc.cut()
  await until(() => carrier.link === 'down')
  await until(() => smsc.receivers.areThere)
  await smsc.deliver(delivery({ source: '12025550177', text: 'START' }))
  await smsc.deliver(delivery({ text: 'STOP' }))
  expect(carrier.texts[2]).toEqual(carrier.texts[0])
})
