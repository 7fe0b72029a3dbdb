import { expect, it } from 'vitest'
import { eventually } from '../../../test/carriers/texting.ts'
import { useTestDatabase } from '../../../test/database/database.ts'
import { createAdvisor } from '../../../test/people/people.ts'
import { signOut } from '../../identity/sessions/sign-out.ts'
import { startSession } from '../../identity/sessions/start-session.ts'
import type { Database } from '../../platform/db/pool.ts'
import { createHub, type Listener } from './hub.ts'

const { database } = await useTestDatabase()

async function listener(): Promise<Listener & { readonly told: string[] }> {
  const { id: advisorId } = await createAdvisor(database)
  const { session } = await startSession(database, { personId: advisorId })
  const told: string[] = []
  return {
    session: { ...session, advisorId, role: 'advisor' },
    place: { seq: 0, readSince: new Date() },
    told,
    send: ({ name }) => told.push(name),
    reach: () => {},
    end: () => told.push('end'),
    restart: () => told.push('restart'),
  }
}

it('a listener that joins while sessions are checked does not count as signed out', async () => {
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
  await signOut(database, early.session)
  hub.add(late)
  look.resolve()
  await eventually('the one that is over has ended', () => early.told.includes('end'))
  expect(late.told).toEqual([])
  expect(hub.listenersOf(late.session.id)).toBe(1)
  await hub.stop()
})

it('a listener that is ahead of the log, as after a restore, must start again', async () => {
  const hub = createHub({ database, onFailure: () => {} })
  const [ahead, beside] = [await listener(), await listener()]
  ahead.place = { ...ahead.place, seq: 7 }
  hub.add(ahead)
  hub.add(beside)
  await eventually('it is told', () => ahead.told.includes('restart'))
  expect(beside.told).toEqual([])
  await hub.stop()
})
