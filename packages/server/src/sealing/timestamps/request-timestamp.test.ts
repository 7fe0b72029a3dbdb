import { execFileSync, spawnSync } from 'node:child_process'
import { hash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { verifyTimestamp } from '@parley/evidence'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { requestTimestamp, type TimestampOutcome } from './request-timestamp.ts'

const isInstalled = spawnSync('openssl', ['version']).status === 0
if (!isInstalled) process.stderr.write('Skipped: openssl is not installed.\n')

const stamped = hash('sha256', 'a checkpoint', 'buffer')
const closers: (() => unknown)[] = []
let folder: string
let root: Uint8Array

const openssl = (...args: string[]): Buffer =>
  execFileSync('openssl', args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] })

/** The authority: its certificate is its own root. */
function reply(request: Buffer): Buffer {
  writeFileSync(join(folder, 'request.tsq'), request)
  openssl('ts', '-reply', '-config', 'tsa.cnf', '-queryfile', 'request.tsq', '-out', 'response.tsr')
  return readFileSync(join(folder, 'response.tsr'))
}

async function serve(respond: (request: Buffer) => Buffer | string, status = 200): Promise<string> {
  return listen((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const isQuery = request.headers['content-type'] === 'application/timestamp-query'
      response.writeHead(isQuery ? status : 415).end(respond(Buffer.concat(chunks)))
    })
  })
}

async function listen(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  closers.push(
    () => server.closeAllConnections(),
    () => server.close(),
  )
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/tsa`
}

const ask = (url: string, timeoutMs = 60_000): Promise<TimestampOutcome> =>
  requestTimestamp({ url, hash: stamped, roots: [root], timeoutMs })

describe.skipIf(!isInstalled)('asking a time-stamp authority', () => {
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'parley-tsa-'))
    writeFileSync(
      join(folder, 'tsa.cnf'),
      '[req]\ndistinguished_name=dn\n[dn]\n[v3]\nkeyUsage=critical,digitalSignature\nextendedKeyUsage=critical,timeStamping\n[tsa]\ndefault_tsa=t\n[t]\nserial=serial\ndefault_policy=1.2.3.4.1\ndigests=sha256\nsigner_digest=sha256\ness_cert_id_alg=sha256\nsigner_cert=tsa.pem\nsigner_key=tsa.key\n',
    )
    const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-keyout', 'tsa.key']
    const about = ['-subj', '/CN=TSA', '-days', '10', '-config', 'tsa.cnf', '-extensions', 'v3']
    openssl('req', '-x509', ...key, ...about, '-out', 'tsa.pem')
    root = openssl('x509', '-in', 'tsa.pem', '-outform', 'DER')
  })
  afterAll(() => {
    for (const close of closers) close()
    rmSync(folder, { recursive: true })
  })

  it('gets a token that holds for anybody afterwards', async () => {
    const outcome = await ask(await serve(reply))
    if (outcome.kind !== 'stamped') throw new Error(JSON.stringify(outcome))
    expect(Math.abs(outcome.timeMs - Date.now())).toBeLessThan(60_000)
    const claim = { hash: stamped, nonce: undefined, roots: [root] }
    expect(await verifyTimestamp(outcome.token, claim)).toMatchObject({ valid: true })
    writeFileSync(join(folder, 'token.der'), outcome.token)
    const judged = ['-token_in', '-in', 'token.der', '-digest', stamped.toString('hex')]
    expect(openssl('ts', '-verify', ...judged, '-CAfile', 'tsa.pem').toString()).toContain('OK')
  })

  it('does not take a token that was given before', async () => {
    let first: Buffer | undefined
    const url = await serve(request => (first ??= reply(request)))
    expect(await ask(url)).toMatchObject({ kind: 'stamped' })
    expect(await ask(url)).toEqual({ kind: 'invalid', fault: 'nonce' })
  })

  it('says what went wrong', async () => {
    expect(await ask(await serve(() => 'no', 503))).toEqual({ kind: 'refused', status: 503 })
    expect(await ask(await serve(() => 'hello'))).toEqual({ kind: 'invalid', fault: 'malformed' })
    expect(await ask(await serve(() => Buffer.alloc(100_000)))).toEqual({
      kind: 'invalid',
      fault: 'too long',
    })
    expect(await ask(await listen(() => {}), 500)).toEqual({ kind: 'unreachable', reason: 'timeout' })
    expect(await ask('http://127.0.0.1:1/')).toEqual({ kind: 'unreachable', reason: 'connection' })
  })
})
