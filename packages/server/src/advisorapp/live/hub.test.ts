import { afterAll, expect, it } from 'vitest'
import { createTestDatabase } from '../../../test/database.ts'
import { createAdvisor } from '../../../test/people.ts'
import { eventually } from '../../../test/texting.ts'
import type { Database } from '../../db/pool.ts'
import { endSession } from '../../identity/sessions/end-session.ts'
import { startSession } from '../../identity/sessions/start-session.ts'
import { createHub, type Listener } from './hub.ts'

const { database, drop } = await createTestDatabase()
afterAll(drop)

async function listener(): Promise<Listener & { readonly told: string[] }> {
  const { id: advisorId } = await createAdvisor(database)
  const { session } = await startSession(database, advisorId, undefined)
  const told: string[] = []
  return {
    session,
    since: new Date(),
    told,
    send: ({ name }) => told.push(name),
    reach: () => {},
    end: () => told.push('end'),
  }
}

it('whoever comes while sessions are looked at is not taken for signed out', async () => {
  const look = Promise.withResolvers<void>()
  let isLooking = false
  const slow = {
    query: async (...asked: Parameters<Database['query']>) => {
      if (JSON.stringify(asked).includes('living_app_sessions')) {
        isLooking = true
        await look.promise
      }
      return database.query(...asked)
    },
  } as unknown as Database
  const hub = createHub({ database: slow, onFailure: () => {} })
  const [early, late] = [await listener(), await listener()]
  hub.add(early)
  await eventually('sessions are looked at', () => isLooking)
  await endSession(database, early.session)
  hub.add(late)
  look.resolve()
  await eventually('the one that is over has ended', () => early.told.includes('end'))
  expect(late.told).toEqual([])
  expect(hub.listenersOf(late.session.id)).toBe(1)
  await hub.stop()
})
