interface Periodic {
  readonly everyMs: number
  readonly work: () => Promise<unknown>
  readonly onFailure: (error: unknown) => void
}

/**
 * Repeats small work of which it does not matter whether a turn is missed or done twice, such as sweeping. Turns do not
 * overlap. Stopping waits for the turn under way.
 */
export function runPeriodically({ everyMs, work, onFailure }: Periodic): { stop(): Promise<void> } {
  let turn: Promise<unknown> | undefined
  const timer = setInterval(() => {
    turn ??= work()
      .catch(onFailure)
      .finally(() => {
        turn = undefined
      })
  }, everyMs).unref()
  return {
    stop: async () => {
      clearInterval(timer)
      await turn
    },
  }
}
