import { hash } from 'node:crypto'
import { mkdir, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseCheckpoint, parseSignatureLines, requestBytesMax, verifyNote } from '@parley/evidence'
import { describe, expect, it } from 'vitest'
import { SampleLog } from '../../test/witness/sample-log.ts'
import { SampleWitness } from '../../test/witness/sample-witness.ts'
import { createDirectory } from './index.ts'

const utf8 = (text: string): Uint8Array => Buffer.from(text)
const idOf = ({ origin }: SampleLog): string => hash('sha256', origin)

/** A witness that has cosigned 20 of 64 leaves. */
async function witnessAt20(): Promise<{ log: SampleLog; witness: SampleWitness }> {
  const log = new SampleLog().grow(64)
  const witness = await (await SampleWitness.create(log)).run()
  expect((await witness.post(await log.request(0, 20))).status).toBe(200)
  return { log, witness }
}

describe('the responses of c2sp.org/tlog-witness', () => {
  it('200 has a timed cosignature of the submitted checkpoint', async () => {
    const { log, witness } = await witnessAt20()
    const reply = await witness.post(await log.request(20, 33))
    expect(reply.status).toBe(200)
    const { note } = await log.checkpoint(33)
    const signatures = parseSignatureLines(utf8(reply.text))
    const { verified } = verifyNote({ text: note.text, signatures }, [witness.keys.witness.key])
    expect(verified).toHaveLength(1)
    expect(Math.abs((verified[0]?.timeSeconds ?? 0) - Date.now() / 1000)).toBeLessThan(60)
  })

  it('200 to the same checkpoint again', async () => {
    const { log, witness } = await witnessAt20()
    expect((await witness.post(await log.request(20, 20))).status).toBe(200)
  })

  it('400 to what is no request, and to an old size above the size', async () => {
    const { log, witness } = await witnessAt20()
    for (const body of ['', 'old 1\n', 'hello\n\nworld\n', (await log.request(20, 30)).subarray(1)])
      expect((await witness.post(body)).status).toBe(400)
    const tooMany = Buffer.from(await log.request(20, 30)).toString()
    const line = `${Buffer.alloc(32).toString('base64')}\n`
    expect((await witness.post(tooMany.replace('\n', `\n${line.repeat(64)}`))).status).toBe(400)
    expect((await witness.post(await log.request(31, 30))).status).toBe(400)
  })

  it('403 to a stranger who signs in the name of the log', async () => {
    const { log, witness } = await witnessAt20()
    const stranger = new SampleLog(log.origin, undefined, log.entries)
    expect((await witness.post(await stranger.request(20, 30))).status).toBe(403)
  })

  it('404 to an unknown log', async () => {
    const { witness } = await witnessAt20()
    expect((await witness.post(await new SampleLog('other.example').grow(3).request(0))).status).toBe(404)
  })

  it('409 with its size to any other old size', async () => {
    const { log, witness } = await witnessAt20()
    for (const old of [0, 19, 21])
      expect(await witness.post(await log.request(old, 30))).toEqual({
        status: 409,
        type: 'text/x.tlog.size',
        text: '20\n',
      })
  })

  it('422 to another root, and to a proof that does not verify', async () => {
    const { log, witness } = await witnessAt20()
    const fork = log.fork(10).grow(40)
    expect((await witness.post(await fork.request(20, 20))).status).toBe(422)
    expect((await witness.post(await fork.request(20, 40))).status).toBe(422)
  })

  it('413 to a request that is too long, without reading it', async () => {
    const { witness } = await witnessAt20()
    expect((await witness.post(new Uint8Array(requestBytesMax + 1))).status).toBe(413)
  })

  it('the monitoring interface has the latest checkpoint with both signatures', async () => {
    const { log, witness } = await witnessAt20()
    const { status, text } = await witness.get(`/${idOf(log)}/checkpoint`)
    expect(status).toBe(200)
    const { head, note } = parseCheckpoint(utf8(text))
    expect(head.size).toBe(20)
    expect(verifyNote(note, [log.signer.key, witness.keys.witness.key]).verified).toHaveLength(2)
    expect((await witness.get(`/${'0'.repeat(64)}/checkpoint`)).status).toBe(404)
  })

  it('the monitoring interface has nothing before the first cosignature', async () => {
    const log = new SampleLog().grow(1)
    const witness = await (await SampleWitness.create(log)).run()
    expect((await witness.get(`/${idOf(log)}/checkpoint`)).status).toBe(404)
  })
})

describe('a witness', () => {
  it('cosigns one of two requests from the same old size, whichever is first: the race of the specification', async () => {
    const { log, witness } = await witnessAt20()
    const requests = await Promise.all([30, 40, 31, 41, 32, 42].map(size => log.request(20, size)))
    const replies = await Promise.all(requests.map(request => witness.post(request)))
    const statuses = replies.map(({ status }) => status)
    expect(statuses.toSorted((one, other) => one - other)).toEqual([200, 409, 409, 409, 409, 409])
    const size = [30, 40, 31, 41, 32, 42][statuses.indexOf(200)]
    for (const { status, text } of replies) if (status === 409) expect(text).toBe(`${size}\n`)
    const { text } = await witness.get(`/${idOf(log)}/checkpoint`)
    expect(parseCheckpoint(utf8(text)).head.size).toBe(size)
  })

  it('remembers after a restart', async () => {
    const { log, witness } = await witnessAt20()
    await witness.stop()
    await witness.run()
    expect((await witness.post(await log.request(0, 30))).text).toBe('20\n')
    expect((await witness.post(await log.fork(10).grow(40).request(20, 40))).status).toBe(422)
    expect((await witness.post(await log.request(20, 30))).status).toBe(200)
  })

  it('uses a log that is added while it runs, also for two requests at once', async () => {
    const { witness } = await witnessAt20()
    const log = new SampleLog('second.example').grow(9)
    await witness.add(log)
    const requests = await Promise.all([log.request(0, 8), log.request(0, 9)])
    const replies = await Promise.all(requests.map(request => witness.post(request)))
    expect(replies.map(({ status }) => status)).toEqual(expect.arrayContaining([200, 409]))
  })

  it('does not cosign a fork that the real key signed, and keeps both sides as evidence', async () => {
    const { log, witness } = await witnessAt20()
    const fork = log.fork(10).grow(40)
    expect((await witness.post(await fork.request(20, 50))).status).toBe(422)
    // With a wrong old size the response is 409, but two roots of one size are a proof all the same.
    expect((await witness.post(await fork.request(10, 20))).status).toBe(409)
    const folder = join(witness.directory, 'evidence', idOf(log))
    const files = await readdir(folder)
    // The larger tree with its proof that does not hold could come from anybody who has seen an honest checkpoint.
    expect(files).toHaveLength(1)
    for (const file of files) {
      const { cosigned, refused } = JSON.parse(await readFile(join(folder, file), 'utf8')) as {
        cosigned: string
        refused: string
      }
      const known = parseCheckpoint(utf8(cosigned))
      const other = parseCheckpoint(utf8(refused.slice(refused.indexOf('\n\n') + 2)))
      for (const { note } of [known, other])
        expect(verifyNote(note, [log.signer.key]).verified).toHaveLength(1)
      expect(known.head.size).toBe(20)
      expect(other.head.size).toBe(20)
    }
    const named = witness.lines.map(({ evidence }) => evidence).filter(Boolean)
    expect(new Set(named)).toEqual(new Set(files.map(file => join(folder, file))))
    expect((await witness.post(await log.request(20, 30))).status).toBe(200)
  })

  it('keeps nothing against a log whose honest checkpoint a stranger sends with a false proof', async () => {
    const { log, witness } = await witnessAt20()
    const honest = Buffer.from(await log.request(20, 30)).toString()
    const checkpoint = honest.slice(honest.indexOf('\n\n') + 2)
    const junk = Buffer.alloc(32).toString('base64')
    expect((await witness.post(`old 20\n${junk}\n\n${checkpoint}`)).status).toBe(422)
    await expect(readdir(join(witness.directory, 'evidence', idOf(log)))).rejects.toThrow('ENOENT')
    expect(witness.lines.filter(({ evidence }) => evidence)).toEqual([])
    expect((await witness.post(honest)).status).toBe(200)
  })

  it('keeps the same evidence once', async () => {
    const { log, witness } = await witnessAt20()
    const request = await log.fork(10).grow(40).request(10, 20)
    for (let time = 0; time < 3; time += 1) await witness.post(request)
    expect(await readdir(join(witness.directory, 'evidence', idOf(log)))).toHaveLength(1)
  })
})

describe('the directory of a witness', () => {
  const stateOf = (witness: SampleWitness, log: SampleLog): string =>
    join(witness.directory, 'logs', idOf(log), 'checkpoint')

  it('is used by one process at a time', async () => {
    const { witness } = await witnessAt20()
    await expect(witness.run()).rejects.toThrow(/Another process/)
    expect((await witness.get('/healthz')).status).toBe(200)
  })

  it('stops the witness from starting if its state is missing, torn or changed', async () => {
    const { log, witness } = await witnessAt20()
    await witness.stop()
    const path = stateOf(witness, log)
    const whole = await readFile(path)
    for (let length = 0; length < whole.length; length += 7) {
      await truncate(path, length)
      await expect(witness.run()).rejects.toThrow(/no longer knows what it cosigned/)
      await writeFile(path, whole)
    }
    await writeFile(path, whole.toString().replace('\n20\n', '\n10\n'))
    await expect(witness.run()).rejects.toThrow(/no longer knows/)
    await rm(path)
    await expect(witness.run()).rejects.toThrow(/no longer knows/)
    await writeFile(path, whole)
    await witness.run()
  })

  it('starts beside a new state that was not finished: the old one is valid', async () => {
    const { log, witness } = await witnessAt20()
    await witness.stop()
    await writeFile(`${stateOf(witness, log)}.new`, 'half a chec')
    await witness.run()
    expect((await witness.post(await log.request(20, 30))).status).toBe(200)
  })

  it('is not cosigned from if the state cannot be written', async () => {
    const { log, witness } = await witnessAt20()
    const folder = join(witness.directory, 'logs', idOf(log))
    // A directory in the way of the new state: root ignores permissions.
    await mkdir(`${folder}/checkpoint.new`)
    expect((await witness.post(await log.request(20, 30))).status).toBe(500)
    await rm(`${folder}/checkpoint.new`, { recursive: true })
    expect((await witness.post(await log.request(20, 30))).status).toBe(200)
  })

  it('has keys that only their owner can read, and keeps them', async () => {
    const witness = await SampleWitness.create()
    for (const file of ['witness.key', 'audit.key'])
      expect((await stat(join(witness.directory, file))).mode & 0o777).toBe(0o600)
    await expect(createDirectory(witness.directory, 'other.example')).rejects.toThrow(/already has/)
    await (await witness.run()).stop()
  })
})
