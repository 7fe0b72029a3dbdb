interface Periodic {
  readonly everyMs: number
  readonly work: () => Promise<unknown>
  readonly onFailure: (error: unknown) => void
}

/**
 * Runs small work at once and then repeatedly. A missed or doubled round must be harmless, as with sweeping. Rounds do not
 * overlap. Stopping waits for the running round.
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
