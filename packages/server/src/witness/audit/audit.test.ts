import { hash, randomBytes } from 'node:crypto'
import { readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  judgeProof,
  leafHash,
  parsePolicy,
  parseProofFile,
  parseSignatureLines,
  printNote,
  verifyNote,
} from '@parley/evidence'
import { describe, expect, it, onTestFinished } from 'vitest'
import { SampleLog } from '../../../test/witness/sample-log.ts'
import { SampleWitness } from '../../../test/witness/sample-witness.ts'

type Published = Awaited<ReturnType<SampleLog['publish']>>

async function publish(log: SampleLog, change?: Parameters<SampleLog['publish']>[0]): Promise<Published> {
  const published = await log.publish(change)
  onTestFinished(() => published.close())
  return published
}

/** A published log and a witness that audits it. */
async function auditOf(
  log: SampleLog,
  change?: Parameters<SampleLog['publish']>[0],
): Promise<{ log: SampleLog; witness: SampleWitness; published: Published }> {
  const published = await publish(log, change)
  const witness = await SampleWitness.create()
  await witness.add(log, published.url)
  await witness.run({ audit: true })
  return { log, witness, published }
}

const statePath = (witness: SampleWitness, { origin }: SampleLog, file = 'audit-state'): string =>
  join(witness.directory, 'logs', hash('sha256', origin), file)

describe('the audit key', () => {
  it('cosigns a log whose chains are whole, at every size', async () => {
    const { log, witness } = await auditOf(new SampleLog().grow(3))
    let old = 0
    for (const size of [3, 255, 256, 257, 700]) {
      log.grow(size - log.size)
      const { status, text } = await witness.post(await log.request(old, size), '/audit')
      expect(status).toBe(200)
      const { note } = await log.checkpoint(size)
      const signatures = parseSignatureLines(Buffer.from(text))
      expect(verifyNote({ text: note.text, signatures }, [witness.keys.audit.key]).verified).toHaveLength(1)
      expect(verifyNote({ text: note.text, signatures }, [witness.keys.witness.key]).verified).toEqual([])
      old = size
    }
  })

  it('has a state of its own beside the plain key', async () => {
    const { log, witness } = await auditOf(new SampleLog().grow(40))
    expect((await witness.post(await log.request(0, 30))).status).toBe(200)
    expect((await witness.post(await log.request(0, 40), '/audit')).status).toBe(200)
    expect((await witness.post(await log.request(30, 40))).status).toBe(200)
    const { text } = await witness.get(`/audit/${hash('sha256', log.origin)}/checkpoint`)
    expect(text).toContain(`${witness.keys.audit.key.name} `)
  })

  it('accepts head statements, and a chain that comes from another log', async () => {
    const log = new SampleLog().grow(10)
    const [chain] = log.chains
    if (!chain) throw new Error('no chain')
    const { seq, head } = chain
    log.append(chain, { type: 'head', seq, previous: head })
    Object.assign(chain, { seq, head })
    log.append(chain)
    log.append({ tag: randomBytes(16), seq: 0, head: randomBytes(32) }, { type: 'continuation', seq: 51 })
    const { witness } = await auditOf(log)
    expect((await witness.post(await log.request(0), '/audit')).status).toBe(200)
  })

  it('does not cosign a checkpoint that is older than what was read and of another tree', async () => {
    const { log, witness } = await auditOf(new SampleLog().grow(50))
    expect((await witness.post(await log.request(0, 10), '/audit')).status).toBe(200)
    await expect.poll(async () => (await readFile(statePath(witness, log))).length).toBeGreaterThan(0)
    const fork = log.fork(20).grow(20)
    expect((await witness.post(await fork.request(10, 40), '/audit')).status).toBe(422)
    expect((await witness.post(await log.request(10, 40), '/audit')).status).toBe(200)
  })

  it('does not know a log whose tiles it cannot find', async () => {
    const log = new SampleLog().grow(5)
    const witness = await (await SampleWitness.create(log)).run({ audit: true })
    expect((await witness.post(await log.request(0), '/audit')).status).toBe(404)
    expect((await witness.post(await log.request(0))).status).toBe(200)
  })

  it('is not served without --audit', async () => {
    const log = new SampleLog().grow(5)
    const witness = await (await SampleWitness.create(log)).run()
    expect((await witness.post(await log.request(0), '/audit')).status).toBe(404)
  })
})

/** Lies that leave every tree proof intact. */
const lies: Record<string, (log: SampleLog) => SampleLog> = {
  gap: log => log.append(log.chains[0], { seq: (log.chains[0]?.seq ?? 0) + 2 }),
  repeated: log => log.append(log.chains[0], { seq: log.chains[0]?.seq ?? 0 }),
  unlinked: log => log.append(log.chains[0], { previous: randomBytes(32) }),
  contradicted: log =>
    log.append(log.chains[0], { type: 'head', seq: log.chains[0]?.seq ?? 0, previous: randomBytes(32) }),
  malformed: log => {
    log.entries.push(randomBytes(89).fill(9, 0, 1))
    return log
  },
}

describe('a broken chain', () => {
  it.each(Object.keys(lies))('is found, never cosigned, and kept as evidence: %s', async kind => {
    const { log, witness } = await auditOf(new SampleLog().grow(290))
    expect((await witness.post(await log.request(0), '/audit')).status).toBe(200)
    const index = log.size
    lies[kind]?.(log).grow(20)
    expect((await witness.post(await log.request(290), '/audit')).status).toBe(422)
    // The plain key states only that the log grew.
    expect((await witness.post(await log.request(0))).status).toBe(200)

    const folder = join(witness.directory, 'evidence', hash('sha256', log.origin))
    const files = await readdir(folder)
    expect(files).toHaveLength(1)
    const path = join(folder, files[0] ?? '')
    expect(witness.lines.find(({ evidence }) => evidence === path)).toMatchObject({ break: { kind, index } })
    const evidence = JSON.parse(await readFile(path, 'utf8')) as {
      break: object
      checkpoint: string
      leaves: { index: number; leaf: string; proof: string }[]
    }
    expect(evidence.break).toMatchObject({ kind, index })
    // Anybody can check the leaves against the signature of the log.
    const policy = parsePolicy(Buffer.from(`log ${log.vkey}\nquorum none\n`))
    expect(evidence.leaves).toHaveLength(kind === 'malformed' ? 1 : 2)
    for (const { index: at, leaf, proof } of evidence.leaves) {
      const file = parseProofFile(Buffer.from(proof))
      expect(file.index).toBe(at)
      expect(judgeProof(file, leafHash(Buffer.from(leaf, 'base64')), policy).accepted).toBe(true)
    }
    expect(Buffer.from(evidence.leaves.at(-1)?.leaf ?? '', 'base64')).toEqual(
      Buffer.from(log.entries[index] ?? []),
    )

    // Not after a restart, and not when the log goes on as if nothing had happened.
    await witness.stop()
    await witness.run({ audit: true })
    log.grow(30)
    expect((await witness.post(await log.request(290), '/audit')).status).toBe(422)
    expect(await readdir(folder)).toHaveLength(1)
  })

  it('is found in a log that never asks for a cosignature', async () => {
    const { witness } = await auditOf(lies['gap']?.(new SampleLog().grow(30)) ?? new SampleLog())
    await expect.poll(() => witness.lines.some(({ evidence }) => evidence !== undefined)).toBe(true)
  })

  it('does not escape because the log stops to serve its tiles', async () => {
    const log = new SampleLog().grow(300)
    lies['gap']?.(log)
    const { witness } = await auditOf(log, (path, bytes) => (path.startsWith('tile/0') ? undefined : bytes))
    expect((await witness.post(await log.request(0), '/audit')).status).toBe(422)
  })
})

describe('reading a log', () => {
  it('refuses for now, without evidence, if the entries are not those that were signed', async () => {
    let isBroken = true
    const other = new SampleLog().grow(300)
    const files = new Map<string, Uint8Array>()
    for (const path of ['tile/entries/000']) files.set(path, (await other.file(path)) ?? new Uint8Array())
    const { log, witness } = await auditOf(new SampleLog().grow(300), (path, bytes) =>
      isBroken ? (files.get(path) ?? bytes) : bytes,
    )
    expect((await witness.post(await log.request(0), '/audit')).status).toBe(503)
    expect(await readdir(join(witness.directory, 'evidence'))).toEqual([])
    isBroken = false
    expect((await witness.post(await log.request(0), '/audit')).status).toBe(200)
  })

  it('refuses for now if files are missing, too long or malformed', async () => {
    let change: (bytes: Uint8Array) => Uint8Array | undefined = () => undefined
    const { log, witness } = await auditOf(new SampleLog().grow(40), (path, bytes) =>
      path.startsWith('tile') && bytes ? change(bytes) : bytes,
    )
    for (const fault of [
      () => undefined,
      () => new Uint8Array(10_000_000),
      (bytes: Uint8Array) => bytes.subarray(1),
      (bytes: Uint8Array) => bytes.subarray(0, -91),
    ]) {
      change = fault
      expect((await witness.post(await log.request(0), '/audit')).status).toBe(503)
    }
    change = bytes => bytes
    expect((await witness.post(await log.request(0), '/audit')).status).toBe(200)
  })

  it('takes the full bundle where the partial one is gone', async () => {
    const { log, witness } = await auditOf(new SampleLog().grow(300), (path, bytes) =>
      path.startsWith('tile/entries/000.p') ? undefined : bytes,
    )
    expect((await witness.post(await log.request(0, 100), '/audit')).status).toBe(200)
  })

  it('goes on after a restart where it was, and reads no bundle twice', async () => {
    const { log, witness, published } = await auditOf(new SampleLog().grow(1_030))
    expect((await witness.post(await log.request(0), '/audit')).status).toBe(200)
    await witness.stop()
    published.paths.length = 0
    log.grow(10)
    await witness.run({ audit: true })
    expect((await witness.post(await log.request(1_030), '/audit')).status).toBe(200)
    expect(published.paths.filter(path => path.startsWith('tile/entries'))).toEqual(['tile/entries/004.p/16'])
  })

  it('says that it needs more time, and has read the log soon after', async () => {
    const log = new SampleLog().grow(600)
    const published = await publish(log)
    const witness = await SampleWitness.create()
    await witness.add(log, published.url)
    await witness.run({ audit: true, auditWaitMs: 0 })
    const request = await log.request(0)
    await expect.poll(async () => (await witness.post(request, '/audit')).status).toBe(200)
  })

  it('starts from the first leaf if its state is gone, and not at all if it is torn or changed', async () => {
    const { log, witness, published } = await auditOf(new SampleLog().grow(300))
    expect((await witness.post(await log.request(0), '/audit')).status).toBe(200)
    await witness.stop()
    const path = statePath(witness, log)
    const whole = await readFile(path)
    for (let byte = 0; byte < whole.length; byte += 31) {
      const changed = Buffer.from(whole)
      changed[byte] = (changed[byte] ?? 0) ^ 1
      await writeFile(path, changed)
      await expect(witness.run({ audit: true })).rejects.toThrow(/damaged/)
    }
    await writeFile(path, whole.subarray(0, 100))
    await expect(witness.run({ audit: true })).rejects.toThrow(/damaged/)
    await rm(path)
    published.paths.length = 0
    await witness.run({ audit: true })
    expect((await witness.post(await log.request(300), '/audit')).status).toBe(200)
    expect(published.paths).toContain('tile/entries/000')
    await witness.stop()
    await truncate(statePath(witness, log, 'audit-checkpoint'), 100)
    await expect(witness.run({ audit: true })).rejects.toThrow(/no longer knows/)
  })

  it('ignores a published checkpoint that somebody else signed', async () => {
    const log = new SampleLog().grow(30)
    const stranger = new SampleLog(log.origin).grow(40)
    const bytes = printNote((await stranger.checkpoint()).note)
    const { witness } = await auditOf(log, (path, own) => (path === 'checkpoint' ? bytes : own))
    await expect
      .poll(() => witness.lines.some(({ why }) => String(why).includes('not signed by the log')))
      .toBe(true)
    expect((await witness.post(await log.request(0), '/audit')).status).toBe(200)
  })
})
