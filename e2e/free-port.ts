import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below the ephemeral range: an outgoing connection could take such a port before the server listens. */
const lowest = 12_000
const pairs = 10_000

/** A free port whose successor is free, too: a sandbox needs both. */
export async function freePort(): Promise<number> {
  const port = lowest + 2 * randomInt(pairs)
  return (await isFree(port)) && (await isFree(port + 1)) ? port : freePort()
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer().listen(port, '127.0.0.1')
  try {
    await once(probe, 'listening')
  } catch {
    return false
  }
  probe.close()
  await once(probe, 'close')
  return true
}
