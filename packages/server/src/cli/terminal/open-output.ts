import { open, unlink } from 'node:fs/promises'
import { Problem } from '../../platform/problem/problem.ts'

interface Output {
  /** Resolves when there is room for more. */
  readonly write: (content: string | Uint8Array) => Promise<void>
  readonly close: () => Promise<void>
  /** Discards the file, so that an incomplete one is not mistaken for complete. */
  readonly discard: () => Promise<void>
}

const nothing = (): Promise<void> => Promise.resolve()

/** Opens a new file that only the user can read, or standard output. */
export const openOutput = (path: string | undefined): Promise<Output> =>
  path === undefined ? Promise.resolve(standardOutput()) : newFile(path)

async function newFile(path: string): Promise<Output> {
  const file = await open(path, 'wx', 0o600).catch((error: unknown) => {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (code === 'EEXIST') throw new Problem('conflict', `File ${path} already exists. Nothing was written.`)
    throw new Problem('forbidden', `${path} cannot be written: ${code}.`)
  })
  return {
    write: async content => {
      await file.appendFile(content)
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
  // The failing write reports the error; without a listener it would also end the process.
  stdout.on('error', () => {})
  return {
    write: content =>
      new Promise((resolve, reject) => {
        stdout.write(content, failure => {
          if (failure) reject(new Problem('conflict', 'The output was closed before it was complete.'))
          else resolve()
        })
      }),
    close: nothing,
    discard: nothing,
  }
}
