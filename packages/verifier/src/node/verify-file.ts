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
  visibleText,
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
    const output = isJson ? printJson(report) : printReport(report)
    return { output, exitCode: report.exitCode }
  } catch (error) {
    const words = visibleText(reasonOf(error))
    const output = isJson ? printJson({ outcome: 'unreadable', exitCode: 2, words }) : `${words}\n`
    return { output, exitCode: 2 }
  }
}

/** JSON that does not change the terminal either: it escapes some of these characters only. */
const printJson = (value: object): string => {
  const text = JSON.stringify(value, null, 2)
  return `${text.replaceAll(/[\p{Cf}\p{Zl}\p{Zp}\u007f-\u009f]/gu, escaped)}\n`
}

const escaped = (char: string): string =>
  Array.from(
    { length: char.length },
    (_, at) => `\\u${char.charCodeAt(at).toString(16).padStart(4, '0')}`,
  ).join('')

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

function reasonOf(error: unknown): string {
  if (error instanceof FormatError) return error.message
  if (error instanceof Error && 'code' in error && 'syscall' in error) {
    const path = 'path' in error ? String(error.path) : undefined
    if (error.code === 'ENOENT') return `File ${path} does not exist.`
    return `${path ?? 'The file'} cannot be read: ${String(error.code)}.`
  }
  // Whoever made the bundle may have found a bug of the verifier. That is no verdict, and a stack trace helps nobody who reads it.
  return `The file cannot be judged: internal error of the verifier (${String(error)}).`
}
