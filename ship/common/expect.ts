/** A check that failed. The message says what is wrong with what was built. */
export function expect(condition: boolean, otherwise: string): asserts condition {
  if (!condition) throw new Error(otherwise)
}

/** Calls until it returns something, for at most three minutes: a limit that only a hang reaches. */
export async function eventually<T>(what: string, attempt: () => Promise<T | undefined | false>): Promise<T> {
  const deadline = Date.now() + 180_000
  for (;;) {
    const result = await attempt().catch(() => undefined)
    if (result !== undefined && result !== false) return result
    if (Date.now() > deadline) throw new Error(`${what}: not within three minutes`)
    await new Promise(resolve => setTimeout(resolve, 200))
  }
}
