const steps = 5

/** The work took too long. It may still take effect. */
export class TooSlowError extends Error {
  constructor(limitMs: number) {
    super(`No answer within ${limitMs} ms`)
    this.name = 'TooSlowError'
  }
}

/**
 * The outcome of the work, or a TooSlowError after the limit. Time in which this process was too busy to read the result does
 * not count: the limit passes in steps, each a whole turn of the event loop.
 */
export async function within<Value>(limitMs: number, work: Promise<Value>): Promise<Value> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  let stepsLeft = steps
  let timer: NodeJS.Timeout | undefined
  const step = (): void => {
    stepsLeft -= 1
    if (stepsLeft < 0) reject(new TooSlowError(limitMs))
    // An immediate runs after arrived data is read; a timer runs before.
    else timer = setTimeout(() => setImmediate(step), limitMs / steps)
  }
  step()
  try {
    return await Promise.race([work, late])
  } finally {
    stepsLeft = 0
    clearTimeout(timer)
  }
}
