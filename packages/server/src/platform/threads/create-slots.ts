interface Slots {
  /** Runs the work once one of the slots is free, in the order of the calls. */
  run<Result>(work: () => Promise<Result>): Promise<Result>
}

export function createSlots(count: number): Slots {
  let free = count
  const waiting: (() => void)[] = []
  return {
    run: async work => {
      if (free > 0) free -= 1
      else await new Promise<void>(resolve => waiting.push(resolve))
      try {
        return await work()
      } finally {
        // Handed over directly, so that no later call takes it.
        const next = waiting.shift()
        if (next) next()
        else free += 1
      }
    },
  }
}
