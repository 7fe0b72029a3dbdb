export interface Window {
  readonly inside: number
  /** Resolves when there is a place, which must be given back. */
  enter(): Promise<() => void>
}

/** Lets so many in at a time, the others in the order in which they came. */
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
