interface GatherOptions {
  /** Maximum batch size. */
  readonly size: number
  readonly atOnce: number
}

/** Batches calls: those that arrive while others run are handled together. */
export function gather<Item, Result>(
  work: (items: readonly Item[]) => Promise<readonly Result[]>,
  { size, atOnce }: GatherOptions,
): (item: Item) => Promise<Result> {
  const waiting: { item: Item; resolve: (result: Result) => void; reject: (error: unknown) => void }[] = []
  let running = 0

  async function run(): Promise<void> {
    running += 1
    // Waits one turn of the event loop, so that the contents of one socket chunk form one batch.
    await new Promise(resolve => setImmediate(resolve))
    while (waiting.length > 0) {
      const batch = waiting.splice(0, size)
      try {
        const results = await work(batch.map(({ item }) => item))
        batch.forEach(({ resolve }, index) => resolve(results[index] as Result))
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
    }
    running -= 1
  }

  return item => {
    const { promise, resolve, reject } = Promise.withResolvers<Result>()
    waiting.push({ item, resolve, reject })
    if (running < atOnce) void run()
    return promise
  }
}
