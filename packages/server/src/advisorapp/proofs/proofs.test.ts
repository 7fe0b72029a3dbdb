// The proof of a conversation, downloaded in the app and judged by a stranger.
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { appBase, appOperations } from '@parley/contract'
import { parsePolicy, type Report, verifyBundle } from '@parley/evidence'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../../../test/carriers/texting.ts'
import { type AdvisorApp, type AppClient, startAdvisorApp } from '../../../test/servers/advisor-app.ts'
import { createLogger } from '../../platform/telemetry/logger.ts'
import { createEvidenceExports, runSealer } from '../../sealing/index.ts'

const folder = await mkdtemp(join(tmpdir(), 'parley-proofs-'))
const place = {
  origin: 'proofs.test/log',
  directory: join(folder, 'published'),
  keyFile: join(folder, 'key'),
  policyFile: undefined,
}
const maria = '+12025550148'
const jordan = '+12025550149'
let server: AdvisorApp
let avery: AppClient
let memberId: number
let sealer: { stop(): Promise<void> } | undefined

const startSealer = (): void => {
  sealer = runSealer({ database: server.sealer, log: createLogger('silent'), place })
}
const stopSealer = async (): Promise<void> => {
  await sealer?.stop()
  sealer = undefined
}

async function text(client: AppClient, phone: string): Promise<number> {
  const body = { phoneNumbers: [phone], text: `Your review, ${phone}` }
  const [sent] = (await client.ok(appOperations.sendFromApp, { body })).successes
  return sent?.memberId ?? 0
}

beforeAll(async () => {
  server = await startAdvisorApp({ logDirectory: place.directory, connections: 12 })
  avery = await server.welcome({ isConsentRequired: false })
  memberId = await text(avery, maria)
  await text(avery, jordan)
  await avery.reply(maria, 'STOP')
})
afterEach(stopSealer)
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true })
})

const download = (client: AppClient, member: number, signal?: AbortSignal): Promise<Response> =>
  fetch(`${server.origin}${appBase}/conversations/${member}/proof`, {
    headers: { cookie: client.cookie, 'sec-fetch-site': 'same-origin' },
    ...(signal && { signal }),
  })

async function judge(response: Response): Promise<Report> {
  const bundle = Buffer.from(await response.arrayBuffer())
  const policy = parsePolicy(await readFile(join(place.directory, 'policy.txt')))
  const source = {
    size: bundle.length,
    read: async (start: number, end: number) => bundle.subarray(start, end),
  }
  return verifyBundle(source, { policy, now: new Date() })
}

const exportsOf = async ({ advisorId }: AppClient): Promise<unknown[]> => {
  const { rows } = await server.database.query(
    `select entry->'actor' as actor, entry->'facts'->>'number' as number, entry->'facts'->>'from' as from, entry->'facts'->>'to' as to
     from journal_entry where advisor_id = $1 and kind = 'evidence.exported' order by id`,
    [advisorId],
  )
  return rows
}

describe('the proof of a conversation', { timeout: 60_000 }, () => {
  it('proves the conversation to a stranger, shows nothing of others, and is on record', async () => {
    startSealer()
    expect((await avery.ok(appOperations.getMe)).offersProofs).toBe(true)
    const response = await download(avery, memberId)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('application/zip')
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="proof-12025550148.zip"')
    const report = await judge(response)
    expect(report.verdicts.filter(({ outcome }) => outcome === 'failed')).toEqual([])
    expect(Object.fromEntries(report.verdicts.map(({ name, outcome }) => [name, outcome]))).toMatchObject({
      intact: 'proven',
      authentic: 'proven',
      // The sealer has no witness: nothing is missing as far as the operator's clock says.
      complete: 'not shown',
    })
    expect(report.bundle).toMatchObject({ firstSeq: 1 })
    expect(report.bundle?.withheld).toBeGreaterThan(0)
    expect(await exportsOf(avery)).toEqual([
      { actor: { kind: 'advisor' }, number: maria, from: null, to: null },
    ])
  })

  it('is made one at a time for an advisor, and a few in a process', async () => {
    const others = await Promise.all(
      Array.from({ length: 4 }, () => server.welcome({ isConsentRequired: false })),
    )
    const members = await Promise.all(others.map(other => text(other, maria)))
    const waiting: Promise<Response>[] = []
    const isWaiting = (client: AppClient, count: number) =>
      eventually('the export waits for its seal', async () => (await exportsOf(client)).length === count)
    const before = (await exportsOf(avery)).length
    waiting.push(download(avery, memberId))
    await isWaiting(avery, before + 1)
    const second = await avery.call(appOperations.downloadConversationProof, { params: { memberId } })
    expect(second.problem).toMatchObject({ code: 'rate_limited', retryable: true })
    for (const [index, other] of others.slice(0, 3).entries()) {
      waiting.push(download(other, members[index] ?? 0))
      await isWaiting(other, 1)
    }
    const [last] = others.slice(3)
    if (!last) throw new Error('no fifth advisor')
    const fifth = await last.call(appOperations.downloadConversationProof, {
      params: { memberId: members[3] ?? 0 },
    })
    expect(fifth.problem).toMatchObject({ code: 'downstream_unavailable', retryable: true })
    expect(await exportsOf(last)).toEqual([])
    startSealer()
    for (const response of await Promise.all(waiting)) {
      expect(response.status).toBe(200)
      expect((await judge(response)).exitCode).not.toBe(1)
    }
    const again = await download(last, members[3] ?? 0)
    expect(again.status).toBe(200)
    await again.arrayBuffer()
  })

  it('makes room when its client hangs up', async () => {
    const hungUp = new AbortController()
    const before = (await exportsOf(avery)).length
    const lost = download(avery, memberId, hungUp.signal)
    await eventually('the export waits', async () => (await exportsOf(avery)).length === before + 1)
    hungUp.abort()
    await expect(lost).rejects.toThrow(/abort/)
    startSealer()
    await eventually('there is room again', async () => {
      const response = await download(avery, memberId)
      await response.arrayBuffer()
      return response.status === 200
    })
  })
})

describe('a download that its client does not take', () => {
  it('ends, and makes room', { timeout: 60_000 }, async () => {
    startSealer()
    const limits = { openMax: 1, stalledMsMax: 200, exportMsMax: 60_000 }
    const exports = createEvidenceExports(server.database, place.directory, limits)
    const request = {
      advisor: { id: avery.advisorId, name: 'Avery', identifier: 'avery' },
      phone: maria,
      from: null,
      to: null,
      actor: { kind: 'advisor' },
      by: 'Avery',
    } as const
    const file = await exports.open(request)
    await expect(exports.open(request)).rejects.toMatchObject({ code: 'rate_limited' })
    const ended = await new Promise<Error>(resolve => file.once('error', resolve))
    expect(ended.message).toBe('download took too long')
    const next = await exports.open(request)
    expect((await next.toArray()).length).toBeGreaterThan(0)
  })
})

describe('without a log', () => {
  it('there are no proofs, and the app says so', async () => {
    const bare = await startAdvisorApp()
    try {
      const client = await bare.welcome({ isConsentRequired: false })
      expect((await client.ok(appOperations.getMe)).offersProofs).toBe(false)
      const body = { phoneNumbers: [maria], text: 'Hello' }
      const [sent] = (await client.ok(appOperations.sendFromApp, { body })).successes
      const answer = await client.call(appOperations.downloadConversationProof, {
        params: { memberId: sent?.memberId ?? 0 },
      })
      expect(answer.problem.code).toBe('conflict')
    } finally {
      await bare.close()
    }
  })
})
