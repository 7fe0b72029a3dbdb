import { open, unlink } from 'node:fs/promises'
import { Problem } from '../http/problem.ts'

interface Output {
  /** Resolves when there is room for more. */
  readonly write: (text: string) => Promise<void>
  readonly close: () => Promise<void>
  /** What is incomplete must not be taken for whole. */
  readonly discard: () => Promise<void>
}

const nothing = (): Promise<void> => Promise.resolve()

/** Where a command writes a file: a new one that only its user can read, or standard output. */
export const openOutput = (path: string | undefined): Promise<Output> =>
  path === undefined ? Promise.resolve(standardOutput()) : newFile(path)

async function newFile(path: string): Promise<Output> {
  const file = await open(path, 'wx', 0o600).catch((error: unknown) => {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (code === 'EEXIST') throw new Problem('conflict', `There is a file ${path} already. Nothing was done.`)
    throw new Problem('forbidden', `${path} cannot be written: ${code}.`)
  })
  return {
    write: async text => {
      await file.appendFile(text)
    },
    close: async () => {
      await file.sync()
      await file.close()
    },
    discard: async () => {
      await file.close()
      await unlink(path)
    },
  }
}

function standardOutput(): Output {
  const { stdout } = process
  // The failure is told to the write that met it; without a listener it would end the process as well.
  stdout.on('error', () => {})
  return {
    write: text =>
      new Promise((resolve, reject) => {
        stdout.write(text, failure => {
          if (failure) reject(new Problem('conflict', 'Whoever read the output stopped before its end.'))
          else resolve()
        })
      }),
    close: nothing,
    discard: nothing,
  }
}
