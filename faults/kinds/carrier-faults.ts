import { setTimeout as sleep } from 'node:timers/promises'
import type { FaultKind, Scene } from './kind.ts'

const cutMs = 20_000
/** Within the 10 s that a worker waits for an answer, and beyond them. */
const lateAnswersMs = [3_000, 12_000]

/** One at a time: an answer that is late on a line that is cut is not late. */
let isOdd = false

const atCarrier = (
  name: string,
  run: (scene: Scene, tell: (detail: string) => void) => Promise<void>,
): FaultKind => ({
  name,
  isPossible: () => !isOdd,
  run: async (scene, tell) => {
    isOdd = true
    try {
      await run(scene, tell)
    } finally {
      isOdd = false
    }
  },
})

export const cutCarrier = atCarrier('cut the carrier for 20 s', async ({ installation, roll }, tell) => {
  const state = roll(2) === 0 ? 'refusing' : 'silent'
  tell(state)
  installation.line.set(state)
  await sleep(cutMs)
  installation.line.set('open')
})

const answers = (
  name: string,
  answer: 'once' | 'twice' | 'never' | 'dropped',
  delaysMs: readonly number[],
): FaultKind =>
  atCarrier(name, async ({ installation: { carrier }, roll, carrierOddMs }, tell) => {
    const delayMs = delaysMs[roll(delaysMs.length)] ?? 0
    if (delayMs > 0) tell(`${delayMs / 1_000} s`)
    const set = (how: string, ms: number): Promise<unknown> =>
      carrier.query('update simulator_setting set answer = $1, answer_delay_ms = $2', [how, ms])
    await set(answer, delayMs)
    await sleep(carrierOddMs)
    await set('once', 0)
  })

export const carrierLate = answers('carrier answers late', 'once', lateAnswersMs)
export const carrierTwice = answers('carrier answers twice', 'twice', [0])
export const carrierNever = answers('carrier never answers', 'never', [0])
/** It has taken the texts, and is gone before it says so. */
export const carrierDrops = answers('carrier hangs up on its answer', 'dropped', [0])
