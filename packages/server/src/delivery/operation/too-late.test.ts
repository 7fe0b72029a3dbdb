// Texts with a deadline are sent before it or not at all.
import { afterAll, expect, it } from 'vitest'
import { dispatchers } from '../../../test/carriers/dispatchers.ts'
import { createScriptedCarrier } from '../../../test/carriers/scripted-carrier.ts'
import {
  acceptTexts,
  createMembers,
  createSender,
  eventually,
  outboxSize,
  readTexts,
} from '../../../test/carriers/texting.ts'
import { useTestDatabase } from '../../../test/database/database.ts'
import { retryText } from './retry-text.ts'

const { database, owner } = await useTestDatabase()
const { dispatch, stopAll } = dispatchers(database)
afterAll(() => stopAll())

it.each(['stop_confirmation', 'help', 'guidance'])(
  'an operator cannot resend an automatic text later: %s',
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
    await expect(retryText(database, id, { operator: 'kim' })).rejects.toThrow('too late')
    expect(await outboxSize(database)).toBe(0)
  },
)

it('a text that would expire during its attempt is not started', async () => {
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
