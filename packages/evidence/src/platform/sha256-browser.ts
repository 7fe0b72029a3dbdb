import { createSHA256 } from 'hash-wasm'
import type { RunningSha256 } from './sha256-node.ts'

// WebCrypto hashes asynchronously, which takes ten times as long for small inputs.
const small = await createSHA256()
const running = await createSHA256()
let latest: symbol | undefined

export const sha256 = (bytes: Uint8Array): Uint8Array => small.init().update(bytes).digest('binary')

/** One at a time: starting another one ends it. */
export function startSha256(): RunningSha256 {
  const self = Symbol('running')
  latest = self
  running.init()
  const check = (): void => {
    if (latest !== self) throw new Error('Another hash was started')
  }
  return {
    update: bytes => {
      check()
      running.update(bytes)
    },
    digest: () => {
      check()
      return running.digest('binary')
    },
  }
}
