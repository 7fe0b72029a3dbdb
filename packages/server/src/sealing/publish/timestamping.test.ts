// The sealer's time stamps, from an authority that is openssl: judged by openssl, and in a bundle by its verifier.
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseCheckpoint, parsePolicy, verifyBundle } from '@parley/evidence'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../../../test/carriers/texting.ts'
import {
  newPhone,
  startTexting,
  type TextingClient,
  type TextingServer,
} from '../../../test/servers/texting-server.ts'
import { hasOpenssl, TimestampAuthorityServer } from '../../../test/servers/timestamp-authority.ts'
import { createLogger } from '../../platform/telemetry/logger.ts'
import { exportEvidence } from '../export/export-evidence.ts'
import { runSealer } from '../run-sealer.ts'
import { thinCheckpoints } from './queries.ts'
import { readTimestampAuthority } from './read-timestamp-authority.ts'

const folder = await mkdtemp(join(tmpdir(), 'parley-stamps-'))
const place = {
  origin: 'stamps.test/log',
  directory: join(folder, 'published'),
  keyFile: join(folder, 'key'),
}
let tsa: TimestampAuthorityServer
let server: TextingServer
let client: TextingClient
let url: string
let requests = 0

beforeAll(async () => {
  if (!hasOpenssl) return
  tsa = new TimestampAuthorityServer()
  url = await tsa.serve(request => {
    requests += 1
    return tsa.reply(request)
  })
  server = await startTexting()
  client = await server.welcome()
})
afterAll(async () => {
  tsa?.close()
  await server?.close()
  await rm(folder, { recursive: true })
})

async function withSealer(act: () => Promise<void>): Promise<void> {
  const timestampAuthority = await readTimestampAuthority(url, tsa.rootFile)
  const log = createLogger('silent')
  const sealer = runSealer({ database: server.sealer, log, place, timestampAuthority })
  try {
    await act()
  } finally {
    await sealer.stop()
  }
}

const stamps = async (): Promise<string[]> =>
  (await readdir(join(place.directory, 'timestamps')).catch(() => []))
    .filter(name => name.endsWith('.tsr'))
    .toSorted()
const published = (name: string): Promise<Buffer> => readFile(join(place.directory, 'timestamps', name))

/** As if the last one were so old. */
const age = (minutes: number) =>
  server.owner.query(
    `update log_checkpoint set signed_at = signed_at - $1 * interval '1 minute' where origin = $2`,
    [minutes, place.origin],
  )

async function inTime(): Promise<{ outcome: string | undefined; words: string | undefined }> {
  const chunks: Uint8Array[] = []
  const request = {
    advisor: { id: client.advisorId, name: 'Avery', identifier: 'avery' },
    phone: null,
    from: null,
    to: null,
    actor: { kind: 'operator', name: 'tester' },
    by: 'tester',
  } as const
  for await (const chunk of exportEvidence(server.database, place.directory, request)) chunks.push(chunk)
  const bundle = Buffer.concat(chunks)
  const source = {
    size: bundle.length,
    read: async (start: number, end: number) => bundle.subarray(start, end),
  }
  const policy = parsePolicy(await readFile(join(place.directory, 'policy.txt')))
  const report = await verifyBundle(source, { policy, now: new Date(), timestampRoots: [tsa.root] })
  expect(report.verdicts.filter(({ outcome }) => outcome === 'failed')).toEqual([])
  const verdict = report.verdicts.find(({ name }) => name === 'in time')
  return { outcome: verdict?.outcome, words: verdict?.words }
}

describe.skipIf(!hasOpenssl)('time stamps of the log', { timeout: 60_000 }, () => {
  it('are published, and openssl accepts them for the checkpoint beside them', async () => {
    await withSealer(async () => {
      await client.accept(newPhone())
      await eventually('a time stamp is published', async () => (await stamps()).length === 1)
    })
    const [name = ''] = await stamps()
    const { note } = parseCheckpoint(await published(name.replace('.tsr', '.note')))
    expect(tsa.judge(await published(name), Buffer.from(note.text))).toContain('OK')
    expect(() => tsa.judge(Buffer.from('no token'), Buffer.from(note.text))).toThrow(/Command failed/)
  })

  it('are asked for again only after 50 minutes, also by a sealer that was restarted', async () => {
    await age(40)
    await withSealer(async () => {
      await client.send({ phone: newPhone(), text: 'Not yet' })
      await inTime()
    })
    expect(requests).toBe(1)
    await age(20)
    await withSealer(async () => {
      await client.send({ phone: newPhone(), text: 'Now' })
      await eventually('a second time stamp is published', async () => (await stamps()).length === 2)
    })
    expect(requests).toBe(2)
  })

  it('are in the bundle, and their times count', async () => {
    await withSealer(async () => {
      const { outcome, words } = await inTime()
      // The first one was of the empty log and says nothing of these entries.
      expect(words).toContain('Valid time stamps (RFC 3161): 1.')
      // What came after the last one is not stamped yet.
      expect(outcome).toBe('not shown')
      expect(words).toMatch(/agree with the clocks of witnesses and time-stamp authorities/)
    })
  })

  it('are kept when checkpoints are thinned out', async () => {
    await age(200 * 24 * 60)
    await thinCheckpoints(server.sealer, [])
    const { rows } = await server.owner.query(
      'select count(timestamp_token)::integer as stamped from log_checkpoint',
    )
    expect(rows).toEqual([{ stamped: 2 }])
  })
})
