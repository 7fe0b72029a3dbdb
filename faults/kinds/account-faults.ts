import { setTimeout as sleep } from 'node:timers/promises'
import { releaseSending } from '../../packages/server/src/delivery/index.ts'
import { changeAdvisor } from '../../packages/server/src/identity/index.ts'
import { createPool } from '../../packages/server/src/platform/db/pool.ts'
import { Problem } from '../../packages/server/src/platform/problem/problem.ts'
import type { Bystander } from '../load/bystanders.ts'
import type { FaultKind, Scene } from './kind.ts'
import { persist } from './persist.ts'

const texts = 30
const disabledMs = 8_000

/**
 * Disables an advisor with waiting texts: unclaimed texts are not sent, also not when the advisor is enabled again, until an operator
 * releases them.
 */
export const disableAdvisor: FaultKind = {
  name: 'disable an advisor with texts waiting, and enable again',
  isPossible: ({ bystanders }) => bystanders.all.slice(2).some(({ isBusy }) => !isBusy),
  run: async (scene, tell) => {
    const { installation, bystanders } = scene
    const one = bystanders.all.slice(2).find(({ isBusy }) => !isBusy) as Bystander
    one.isBusy = true
    const database = createPool({
      url: installation.appUrl,
      size: 1,
      applicationName: 'faults',
      connectTimeoutMs: 5_000,
    })
    const setActive = (active: boolean): Promise<boolean> =>
      persist('change of the advisor', async () => {
        await changeAdvisor(database, one.id, { active })
        return true
      })
    try {
      const ids = await sendTexts(scene, one)
      await setActive(false)
      // These were claimed before the commit, however late they were written.
      const claimed = await persist('claimed texts', async () => {
        const { rows } = await database.query<{ id: number }>(
          'select message_id as id from outbox where advisor_id = $1 and lease_until is not null',
          [one.id],
        )
        return new Set(rows.map(({ id }) => id))
      })
      const written = (): number[] => ids.filter(id => installation.wire.texts.has(String(id)))
      const before = new Set(written())
      await sleep(disabledMs)
      const escaped = written().filter(id => !before.has(id) && !claimed.has(id))
      await setActive(true)
      const isHeld = await persist('release of the texts', async () => {
        const subject = { kind: 'advisor', id: one.id, name: 'a bystander' } as const
        return releaseSending(database, subject, { actor: { kind: 'operator', name: 'faults' } }).then(
          () => 'released',
          (error: unknown) => {
            // All had left, or an earlier try has released them.
            if (error instanceof Problem && error.code === 'conflict') return 'not held'
            throw error
          },
        )
      })
      tell(`${before.size} of ${ids.length} had left, ${claimed.size} were claimed, the rest was ${isHeld}`)
      await persist('the rest leaves', async () => (written().length === ids.length ? true : undefined))
      if (escaped.length > 0)
        throw new Error(`${escaped.length} texts were sent while the advisor was disabled`)
    } finally {
      await database.end()
      one.isBusy = false
    }
  },
}

async function sendTexts({ installation, bystanders, mark }: Scene, one: Bystander): Promise<number[]> {
  const ids: number[] = []
  for (let index = 0; index < texts; index += 1) {
    const text = `${mark} aside ${bystanders.texts.size}`
    bystanders.texts.add(text)
    const phone = `+1998${one.number.slice(5, 9)}${String(index).padStart(3, '0')}`
    const headers = { ...one.headers, 'idempotency-key': text }
    const body = JSON.stringify({ phone, text })
    const id = await persist('send', async () => {
      const call = { method: 'POST', path: '/v1/text/messaging/messages', headers, body } as const
      const outcome = await installation.client.call(call)
      if (outcome.kind !== 'answered' || outcome.status !== 200) return undefined
      const { successes } = JSON.parse(outcome.body) as { successes: { messageId: number }[] }
      return successes[0]?.messageId
    })
    ids.push(id)
  }
  return ids
}
