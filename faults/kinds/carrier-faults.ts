import { setTimeout as sleep } from 'node:timers/promises'
import type { FaultKind, Scene } from './kind.ts'

const cutMs = 20_000
/** Below and above the worker's 10 s timeout. */
const lateAnswersMs = [3_000, 12_000]

/** One at a time: on a cut link, a late response cannot be late. */
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

export const cutCarrier = atCarrier('cut the carrier for 20 s', async ({ installation, random }, tell) => {
  const state = random(2) === 0 ? 'refusing' : 'silent'
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
  atCarrier(name, async ({ installation: { carrier }, random, carrierOddMs }, tell) => {
    const delayMs = delaysMs[random(delaysMs.length)] ?? 0
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
/** The carrier accepts the texts but disconnects before it responds. */
export const carrierDrops = answers('carrier hangs up on its answer', 'dropped', [0])
