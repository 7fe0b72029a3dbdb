export interface Window {
  readonly inside: number
  /** Resolves with a place, which must be released. */
  enter(): Promise<() => void>
}

/** Limits concurrency, first come first served. */
export function createWindow(size: number): Window {
  const waiting: (() => void)[] = []
  let inside = 0
  const leave = (): void => {
    const next = waiting.shift()
    if (next) next()
    else inside -= 1
  }
  return {
    get inside() {
      return inside + waiting.length
    },
    enter: async () => {
      if (inside >= size) await new Promise<void>(resolve => waiting.push(resolve))
      else inside += 1
      return leave
    },
  }
}
