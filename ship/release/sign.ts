import { spawnSync } from 'node:child_process'
import { expect } from '../common/expect.ts'

/** Signs a file with minisign, which asks for the key's password itself. The comment is signed, too. */
export function sign(file: string, keyFile: string, comment: string): string {
  const args = ['-S', '-s', keyFile, '-m', file, '-t', comment]
  const { status, error } = spawnSync('minisign', args, { stdio: 'inherit' })
  expect(status === 0, `minisign failed: ${error?.message ?? `status ${status}`}`)
  return `signed: ${file}.minisig`
}
