import { setTimeout as sleep } from 'node:timers/promises'
import type { Recipient } from '../load/recipients.ts'
import type { FaultKind, Scene } from './kind.ts'

/** How long before and after the STOPs all texts go to the recipients who send them. */
const beforeMs = 400
const afterMs = 1_200

/** Lets this many recipients send STOP at once while they are being texted. */
export async function storm(
  { handsets, recipients }: Pick<Scene, 'handsets' | 'recipients'>,
  stopping: number,
): Promise<void> {
  const chosen = new Map<string, Recipient>()
  while (chosen.size < stopping) {
    const one = recipients.plain()
    if (!handsets.hasStopped(one)) chosen.set(one.phone, one)
  }
  recipients.hot = [...chosen.values()]
  await sleep(beforeMs)
  await handsets.write(recipients.hot, 'STOP')
  await sleep(afterMs)
  recipients.hot = []
}

export const stopStorm: FaultKind = {
  name: 'STOP from 50 recipients at once',
  isPossible: ({ recipients }) => recipients.hot.length === 0,
  run: scene => storm(scene, 50),
}
