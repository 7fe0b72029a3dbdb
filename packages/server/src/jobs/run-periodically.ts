interface Periodic {
  readonly everyMs: number
  readonly work: () => Promise<unknown>
  readonly onFailure: (error: unknown) => void
}

/**
 * Does small work at once and then again and again. It must not matter whether a turn is missed or done twice, as with
 * sweeping. Turns do not overlap. Stopping waits for the turn under way.
 */
export function runPeriodically({ everyMs, work, onFailure }: Periodic): { stop(): Promise<void> } {
  let turn: Promise<unknown> | undefined
  const takeTurn = (): void => {
    turn ??= work()
      .catch(onFailure)
      .finally(() => {
        turn = undefined
      })
  }
  takeTurn()
  const timer = setInterval(takeTurn, everyMs).unref()
  return {
    stop: async () => {
      clearInterval(timer)
      await turn
    },
  }
}
