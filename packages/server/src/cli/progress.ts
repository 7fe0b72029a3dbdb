interface Progress {
  /** How much of the file is read, from 0 to 1. */
  readonly read: (share: number) => void
  readonly handled: (count: number) => void
  /** Takes the line away, so that something else can be printed; the next count brings it back. */
  readonly clear: () => void
}

/** One line that is written over, such as "Importing clients.csv  42 %  1,500 lines", and only where a person watches. */
export function createProgress(title: string, unit: string): Progress {
  const { stderr } = process
  if (!stderr.isTTY) return { read: () => {}, handled: () => {}, clear: () => {} }
  let share = 0
  let width = 0
  return {
    read: now => (share = now),
    handled: count => {
      const percent = String(Math.floor(share * 100)).padStart(3)
      const line = `${title} ${percent} %  ${count.toLocaleString('en-US')} ${unit}`
      width = line.length
      stderr.write(`\r${line}`)
    },
    clear: () => {
      if (width > 0) stderr.write(`\r${' '.repeat(width)}\r`)
      width = 0
    },
  }
}
