import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { LoadResult } from './load-result.ts'
import type { SenderOptions } from './sender.ts'

const program = fileURLToPath(new URL('sender.ts', import.meta.url))

export async function runSender(options: SenderOptions): Promise<LoadResult> {
  const { stdout } = await promisify(execFile)(process.execPath, [program, JSON.stringify(options)])
  return JSON.parse(stdout) as LoadResult
}
