import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parsePolicy, type Report, verifyBundle } from '@parley/evidence'
import type { Database } from '../../src/platform/db/pool.ts'
import { exportEvidence } from '../../src/sealing/index.ts'

interface Account {
  readonly advisorId: number
  /** Null: all conversations. */
  readonly phone: string | null
  /** Of the published log. */
  readonly directory: string
}

/** Exports the evidence of an account and judges it as a stranger would. */
export async function judgeAccount(
  database: Database,
  { advisorId, phone, directory }: Account,
): Promise<Report> {
  const chunks: Uint8Array[] = []
  const exported = exportEvidence(database, directory, {
    advisor: { id: advisorId, name: 'An advisor', identifier: 'advisor' },
    phone,
    from: null,
    to: null,
    actor: { kind: 'operator', name: 'sam' },
    by: 'sam',
  })
  for await (const chunk of exported) chunks.push(chunk)
  const bundle = Buffer.concat(chunks)
  const policy = parsePolicy(await readFile(join(directory, 'policy.txt')))
  const source = {
    size: bundle.length,
    read: async (start: number, end: number) => bundle.subarray(start, end),
  }
  return verifyBundle(source, { policy, now: new Date() })
}
