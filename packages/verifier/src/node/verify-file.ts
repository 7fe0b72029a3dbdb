import { type FileHandle, open, readFile } from 'node:fs/promises'
import {
  type ByteSource,
  FormatError,
  parseCertificates,
  parsePolicy,
  printReport,
  type Report,
  type VerifyOptions,
  verifyBundle,
} from '@parley/evidence'

export interface VerifyFileOptions {
  readonly bundle: string
  /** Path of the policy of the person who asks. */
  readonly policy?: string | undefined
  /** Path of the certificates of time-stamp authorities that they trust (PEM). */
  readonly timestampRoots?: string | undefined
  readonly isJson: boolean
}

export interface FileVerdict {
  readonly output: string
  readonly exitCode: 0 | 1 | 2
}

/** Checks a bundle on disk. Whatever is wrong with the files themselves is exit code 2. */
export async function verifyFile(options: VerifyFileOptions): Promise<FileVerdict> {
  const { bundle, policy, timestampRoots, isJson } = options
  try {
    const report = await judge(bundle, {
      policy: policy === undefined ? undefined : await readAs('a policy', policy, parsePolicy),
      timestampRoots:
        timestampRoots === undefined
          ? undefined
          : await readAs('a file of certificates', timestampRoots, parseCertificates),
    })
    const output = isJson ? `${JSON.stringify(report, null, 2)}\n` : printReport(report)
    return { output, exitCode: report.exitCode }
  } catch (error) {
    const reason = reasonOf(error)
    if (reason === undefined) throw error
    const output = isJson
      ? `${JSON.stringify({ outcome: 'unreadable', exitCode: 2, words: reason }, null, 2)}\n`
      : `${reason}\n`
    return { output, exitCode: 2 }
  }
}

async function judge(
  bundle: string,
  trusted: Pick<VerifyOptions, 'policy' | 'timestampRoots'>,
): Promise<Report> {
  const handle = await open(bundle)
  try {
    return await verifyBundle(await sourceOf(handle), { ...trusted, now: new Date() })
  } finally {
    await handle.close()
  }
}

async function readAs<Content>(
  what: string,
  path: string,
  parse: (bytes: Uint8Array) => Content,
): Promise<Content> {
  try {
    return parse(await readFile(path))
  } catch (error) {
    throw error instanceof FormatError ? new FormatError(`${path} is not ${what}. ${error.message}`) : error
  }
}

async function sourceOf(handle: FileHandle): Promise<ByteSource> {
  const { size } = await handle.stat()
  return {
    size,
    read: async (start, end) => {
      const bytes = new Uint8Array(end - start)
      let filled = 0
      while (filled < bytes.length) {
        const { bytesRead } = await handle.read(bytes, filled, bytes.length - filled, start + filled)
        if (bytesRead === 0) throw new FormatError('The file became shorter while it was read.')
        filled += bytesRead
      }
      return bytes
    },
  }
}

function reasonOf(error: unknown): string | undefined {
  if (error instanceof FormatError) return error.message
  if (!(error instanceof Error && 'code' in error && 'path' in error)) return undefined
  return error.code === 'ENOENT'
    ? `File ${String(error.path)} does not exist.`
    : `${String(error.path)} cannot be read: ${String(error.code)}.`
}
