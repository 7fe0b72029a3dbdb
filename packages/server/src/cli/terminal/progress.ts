interface Progress {
  /** Fraction of the file read, from 0 to 1. */
  readonly read: (share: number) => void
  readonly handled: (count: number) => void
  /** Erases the line, so that something else can be printed; the next count draws it again. */
  readonly clear: () => void
}

/** A progress line such as "Importing clients.csv  42 %  1,500 lines", only on a terminal. */
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
