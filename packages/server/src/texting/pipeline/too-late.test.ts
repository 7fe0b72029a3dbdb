// Texts that have a term leave within it or not at all.
import { afterAll, expect, test } from 'vitest'
import { createTestDatabase } from '../../../test/database.ts'
import { dispatchers } from '../../../test/dispatchers.ts'
import { createScriptedCarrier } from '../../../test/scripted-carrier.ts'
import {
  acceptTexts,
  createMembers,
  createSender,
  eventually,
  outboxSize,
  readTexts,
} from '../../../test/texting.ts'
import { retryText } from './retry-text.ts'

const { database, owner, drop } = await createTestDatabase()
const { dispatch, stopAll } = dispatchers(database)
afterAll(async () => {
  await stopAll()
  await drop()
})

test.each(['stop_confirmation', 'help', 'guidance'])(
  'an answer that was due at once is not sent by an operator later: %s',
  async kind => {
    const sender = await createSender(database)
    const members = await createMembers(database, sender, 1)
    const [id = 0] = await acceptTexts(database, sender, members, { passesGate: true, expiresInMs: 300_000 })
    await owner.query('update message set kind = $1 where id = $2', [kind, id])
    const carrier = createScriptedCarrier({ answer: () => 'rejected' })
    dispatch({ carrier })
    await eventually('it is given up', async () => {
      await database.query('update outbox set due_at = now() where lease_until is null')
      return (await outboxSize(database)) === 0
    })
    await stopAll()
    await expect(retryText(database, id, 'kim')).rejects.toThrow('too late')
    expect(await outboxSize(database)).toBe(0)
  },
)

test('a text whose term would end before its attempt does is not begun', async () => {
  const sender = await createSender(database)
  const members = await createMembers(database, sender, 1)
  const [id = 0] = await acceptTexts(database, sender, members, { expiresInMs: 20_000 })
  const carrier = createScriptedCarrier()
  dispatch({ carrier })
  await eventually('it has failed', async () => (await outboxSize(database)) === 0)
  await stopAll()
  expect(await readTexts(database, [id])).toMatchObject([{ status: 'failed', reason: 'expired' }])
  expect(carrier.written).toEqual([])
})
