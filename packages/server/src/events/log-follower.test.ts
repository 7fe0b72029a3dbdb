import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { useTestDatabase } from '../../test/database/database.ts'
import { LogFollower } from './log-follower.ts'

const { database } = await useTestDatabase()

it('one thousand who wait cost ten statements a second, like one', async () => {
  let statements = 0
  const counting = new Proxy(database, {
    get: (target, name, receiver) => {
      if (name === 'query') statements += 1
      const value: unknown = Reflect.get(target, name, receiver)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  const follower = new LogFollower(counting, error => {
    throw error
  })
  const { signal } = new AbortController()
  const waits = Array.from({ length: 1_000 }, () =>
    follower.wait({ position: 0, waitMs: 2_000, signal, concerns: () => true }),
  )
  await sleep(1_500)
  expect(statements).toBeGreaterThan(2)
  expect(statements).toBeLessThan(20)
  expect(new Set(await Promise.all(waits))).toEqual(new Set([false]))
  // Nobody waits: nobody asks.
  const before = statements
  await sleep(500)
  expect(statements - before).toBeLessThan(2)
  await follower.stop()
})
