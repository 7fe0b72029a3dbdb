// From texts over HTTP to a bundle that a stranger judges: sealed, cosigned by an auditing witness, exported, verified.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parsePolicy, printVerifierKey, type Report, verifyBundle } from '@parley/evidence'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../../../test/carriers/texting.ts'
import {
  newPhone,
  startTexting,
  type TextingClient,
  type TextingServer,
} from '../../../test/servers/texting-server.ts'
import { append, canonicalJson, type Entry } from '../../journal/index.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import { closedGuard } from '../../platform/http/guard.ts'
import { createHttpServer } from '../../platform/http/server.ts'
import { createLogger } from '../../platform/telemetry/logger.ts'
import { addKnownLog, createDirectory, runWitness } from '../../witness/index.ts'
import { LogDirectory } from '../publish/log-directory.ts'
import { createKeys, loadKeys } from '../publish/log-keys.ts'
import { readWitnesses } from '../publish/read-witness-lines.ts'
import { serveLog } from '../publish/serve-log.ts'
import { runSealer } from '../run-sealer.ts'
import { type EvidenceRequest, exportEvidence } from './export-evidence.ts'

const folder = await mkdtemp(join(tmpdir(), 'parley-export-'))
const place = {
  origin: 'export.test/log',
  directory: join(folder, 'published'),
  keyFile: join(folder, 'key'),
  policyFile: join(folder, 'policy'),
}
const log = createLogger('silent')
const maria = newPhone()
const jordan = newPhone()
const oldAdvisorId = 88
const quietAdvisorId = 89
const lateAdvisorId = 90
let server: TextingServer
let client: TextingClient
let other: TextingClient
const closers: (() => Promise<unknown>)[] = []

beforeAll(async () => {
  server = await startTexting()
  client = await server.welcome()
  other = await server.welcome()
  closers.push(() => server.close())
  const logServer = createHttpServer({ log, origin: 'http://log.parley.test', guard: closedGuard })
  serveLog(logServer, place.directory)
  const logAddress = await logServer.listen({ host: '127.0.0.1', port: 0 })
  closers.push(() => logServer.close())
  const witness = await startWitness(`${logAddress}/log`)
  await writeFile(
    place.policyFile,
    `witness plain ${witness.plain} ${witness.address}\nwitness audit ${witness.audit} ${witness.address}/audit\ngroup both all plain audit\nquorum both\n`,
  )
  await writeOldEntries()
  await writeQuietEntries()
  const witnesses = await readWitnesses(place)
  const sealer = runSealer({ database: server.sealer, log, place, witnesses, askEveryMs: 200 })
  closers.push(() => sealer.stop())
  // What tests write later is not in the first checkpoint that witnesses saw.
  await eventually('witnesses saw the log', async () => {
    const published = new LogDirectory(place.directory)
    return (await published.readWitnessed()) !== undefined
  })
})
afterAll(async () => {
  for (const close of closers.toReversed()) await close()
  await rm(folder, { recursive: true })
}, 60_000)

const daysAgo = (count: number): Date => new Date(Date.now() - count * 86_400_000)

/** Of an advisor from before entries had salts and before there was a log. */
async function writeOldEntries(): Promise<void> {
  for (const [age, to] of [
    [50, jordan],
    [40, maria],
    [30, jordan],
    [20, maria],
    [10, maria],
  ] as const) {
    const at = daysAgo(age).toISOString()
    const entry = {
      actor: { kind: 'advisor' },
      advisorId: oldAdvisorId,
      at,
      facts: { from: '+12025550100', text: `Age ${age}`, to },
      kind: 'message.accepted',
      subject: { id: age, kind: 'message' },
    }
    await server.owner.query('select ensure_journal_partitions($1)', [at])
    await server.owner.query(
      `insert into journal (advisor_id, occurred_at, kind, subject_id, entry, digest)
       values ($1, $2, $3, $4, $5, sha256($6))`,
      [oldAdvisorId, at, entry.kind, age, entry, Buffer.from(canonicalJson(entry))],
    )
  }
}

/** Of an advisor from before there were witnesses. */
async function writeQuietEntries(): Promise<void> {
  for (const age of [50, 40, 30, 20]) await writeEntry(quietAdvisorId, age)
  const text = { from: jordan, sentAt: daysAgo(15).toISOString(), text: 'STOP', to: '+12025550100' }
  await writeEntry(quietAdvisorId, 15, {
    kind: 'message.received',
    subject: { kind: 'message', id: 15 },
    facts: { classifyInbound: { kind: 'stop' }, ...text },
  })
  await writeEntry(quietAdvisorId, 10)
}

async function writeEntry(advisorId: number, age: number, changes: Partial<Entry> = {}): Promise<void> {
  const entry: Entry = {
    advisorId,
    actor: { kind: 'advisor' },
    traceId: null,
    at: daysAgo(age).toISOString(),
    kind: 'contact.created',
    subject: { kind: 'contact', id: age },
    facts: {},
    ...changes,
  }
  await inTransaction(server.database, tx => append(tx, [entry]))
}

async function startWitness(logUrl: string) {
  await createKeys(place.keyFile, place.origin)
  const keys = await loadKeys(place.keyFile, place.origin)
  const directory = join(folder, 'witness')
  const { witness, audit } = await createDirectory(directory, 'witness.test')
  const logKeys = keys ? [printVerifierKey(keys.ed25519.key)] : []
  await addKnownLog(directory, { origin: place.origin, keys: logKeys, url: logUrl })
  const running = await runWitness({
    directory,
    host: '127.0.0.1',
    port: 0,
    log,
    audit: true,
    auditWaitMs: 5_000,
  })
  closers.push(() => running.stop())
  return {
    address: running.address,
    plain: printVerifierKey(witness.key),
    audit: printVerifierKey(audit.key),
  }
}

const request = (changes: Partial<EvidenceRequest> = {}): EvidenceRequest => ({
  advisor: { id: client.advisorId, name: 'Avery', identifier: 'avery' },
  phone: null,
  from: null,
  to: null,
  actor: { kind: 'operator', name: 'tester' },
  by: 'tester',
  ...changes,
})

async function exported(changes: Partial<EvidenceRequest> = {}): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of exportEvidence(server.database, place.directory, request(changes)))
    chunks.push(chunk)
  return Buffer.concat(chunks)
}

async function judge(bundle: Buffer): Promise<Report> {
  const keys = await loadKeys(place.keyFile, place.origin)
  const lines = await readFile(place.policyFile, 'utf8')
  const policy = parsePolicy(Buffer.from(`log ${keys ? printVerifierKey(keys.ed25519.key) : ''}\n${lines}`))
  const source = {
    size: bundle.length,
    read: async (start: number, end: number) => bundle.subarray(start, end),
  }
  return verifyBundle(source, { policy, now: new Date() })
}

const outcomesOf = ({ verdicts }: Report): Record<string, string> =>
  Object.fromEntries(verdicts.map(({ name, outcome }) => [name, outcome]))

describe('an export', () => {
  it('proves a whole account: authentic, witnessed, complete and in order', { timeout: 60_000 }, async () => {
    for (const phone of [maria, jordan]) {
      await client.accept(phone)
      await client.send({ phone, text: 'Your review is on Tuesday.' })
    }
    await other.accept(maria)
    await other.send({ phone: maria, text: 'Of another advisor' })
    await client.reply(maria, 'STOP')
    const refused = await client.send({ phone: maria, text: 'Not any more' })
    expect(refused.body.successes).toHaveLength(0)
    const bundle = await exported()
    const report = await judge(bundle)
    expect(report.verdicts.filter(({ outcome }) => outcome === 'failed')).toEqual([])
    expect(outcomesOf(report)).toMatchObject({
      intact: 'proven',
      authentic: 'proven',
      witnessed: 'proven',
      complete: 'proven',
      'in order': 'proven',
    })
    expect(report.exitCode).toBe(0)
    expect(report.bundle).toMatchObject({ withheld: 0, firstSeq: 1 })
  })

  it('of one conversation shows nothing of others', { timeout: 60_000 }, async () => {
    const bundle = await exported({ phone: jordan })
    const report = await judge(bundle)
    expect(outcomesOf(report)).toMatchObject({ authentic: 'proven', complete: 'proven' })
    expect(report.bundle?.withheld).toBeGreaterThan(0)
    const { rows } = await server.database.query<{ withheld: number }>(
      `select count(*)::integer as withheld from journal_entry
       where advisor_id = $1 and position($2 in entry::text) > 0 and position($3 in entry::text) = 0`,
      [client.advisorId, maria, jordan],
    )
    expect(report.bundle?.withheld).toBeGreaterThanOrEqual(rows[0]?.withheld ?? 1)
  })

  it('of a period is closed by the entry after it', { timeout: 60_000 }, async () => {
    const { rows } = await server.database.query<{ at: Date }>(
      'select occurred_at as at from log_entry where owner_id = $1 order by seq offset 3 limit 1',
      [client.advisorId],
    )
    const report = await judge(await exported({ to: rows[0]?.at ?? new Date() }))
    expect(outcomesOf(report)).toMatchObject({ authentic: 'proven', complete: 'proven' })
  })

  it('of a period is closed by an entry that witnesses saw after it, not by one that only says so', async () => {
    const advisor = { id: quietAdvisorId, name: 'Quiet', identifier: 'quiet' }
    const report = await judge(await exported({ advisor, to: daysAgo(35) }))
    // The entries after the period are needed to see that no text of it follows a STOP.
    expect(outcomesOf(report)).toMatchObject({
      authentic: 'proven',
      complete: 'proven',
      'in order': 'proven',
    })
    expect(report.exitCode).toBe(0)
    // Nobody had seen the log 20 days ago. Witnesses first saw it with the entry of ten days ago as its last one.
    expect(report.bundle).toMatchObject({ entries: 6, withheld: 0, withoutFacts: 1, isConfirmed: false })
  })

  it('of a period that began before there were witnesses begins with number 1', {
    timeout: 60_000,
  }, async () => {
    const advisor = { id: quietAdvisorId, name: 'Quiet', identifier: 'quiet' }
    const report = await judge(await exported({ advisor, from: daysAgo(18) }))
    expect(outcomesOf(report)).toMatchObject({ authentic: 'proven', complete: 'proven' })
    // Of those before the period only the heads.
    expect(report.bundle).toMatchObject({ firstSeq: 1, withheld: 0, withoutFacts: 3 })
  })

  it('of a period has an entry of it that was entered after later ones', { timeout: 60_000 }, async () => {
    for (const age of [50, 10, 30, 5]) await writeEntry(lateAdvisorId, age)
    const advisor = { id: lateAdvisorId, name: 'Late', identifier: 'late' }
    const report = await judge(await exported({ advisor, to: daysAgo(25) }))
    expect(outcomesOf(report)).toMatchObject({ authentic: 'proven', complete: 'proven' })
    expect(report.bundle).toMatchObject({ entries: 4, lastSeq: 4, withheld: 0, withoutFacts: 0 })
  })

  it('of one conversation is closed at both ends if entries without salts are there', async () => {
    const advisor = { id: oldAdvisorId, name: 'Old', identifier: 'old' }
    const report = await judge(await exported({ advisor, phone: jordan, from: daysAgo(35), to: daysAgo(25) }))
    expect(report.verdicts.filter(({ outcome }) => outcome === 'failed')).toEqual([])
    expect(outcomesOf(report)).toMatchObject({
      authentic: 'proven',
      complete: 'proven',
      'in time': 'not shown',
    })
    // Only the text of the period and the export itself: the older text to the same number was not asked for.
    expect(report.bundle).toMatchObject({ entries: 6, withheld: 4, isConfirmed: true })
  })

  it('of a period that ends before it begins is refused, and leaves no entry', async () => {
    const count = async (): Promise<unknown> =>
      (
        await server.database.query(
          `select count(*)::integer from journal where advisor_id = $1 and kind = 'evidence.exported'`,
          [client.advisorId],
        )
      ).rows
    const before = await count()
    const at = new Date()
    await expect(exported({ from: at, to: at })).rejects.toMatchObject({ code: 'invalid_request' })
    expect(await count()).toEqual(before)
  })

  it('is found out if a byte of an entry is changed', { timeout: 60_000 }, async () => {
    const bundle = await exported()
    const changed = Buffer.from(bundle)
    const middle = Math.floor(changed.length / 3)
    changed.writeUInt8((changed.readUInt8(middle) + 1) % 256, middle)
    expect((await judge(changed)).exitCode).not.toBe(0)
  })

  it('is on record', async () => {
    const { rows } = await server.database.query<{ actor: string; phone: string | null }>(
      `select entry->'actor'->>'name' as actor, entry->'facts'->>'number' as phone from journal_entry
       where advisor_id = $1 and kind = 'evidence.exported' order by id`,
      [client.advisorId],
    )
    expect(rows.slice(0, 2)).toEqual([
      { actor: 'tester', phone: null },
      { actor: 'tester', phone: jordan },
    ])
  })
})
