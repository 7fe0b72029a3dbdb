import { execFileSync, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export const hasOpenssl = spawnSync('openssl', ['version']).status === 0
if (!hasOpenssl) process.stderr.write('Skipped: openssl is not installed.\n')

const config = [
  '[req]',
  'distinguished_name=dn',
  '[dn]',
  '[v3]',
  'keyUsage=critical,digitalSignature',
  'extendedKeyUsage=critical,timeStamping',
  '[tsa]',
  'default_tsa=t',
  '[t]',
  'serial=serial',
  'default_policy=1.2.3.4.1',
  'digests=sha256',
  'signer_digest=sha256',
  'ess_cert_id_alg=sha256',
  'signer_cert=tsa.pem',
  'signer_key=tsa.key',
  '',
].join('\n')

/** A time-stamp authority by the command openssl. Its certificate is its own root. */
export class TimestampAuthorityServer {
  readonly #folder = mkdtempSync(join(tmpdir(), 'parley-tsa-'))
  readonly #closers: (() => unknown)[] = []
  readonly rootFile = join(this.#folder, 'tsa.pem')
  readonly root: Uint8Array

  constructor() {
    writeFileSync(join(this.#folder, 'tsa.cnf'), config)
    const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-keyout', 'tsa.key']
    const about = ['-subj', '/CN=TSA', '-days', '10', '-config', 'tsa.cnf', '-extensions', 'v3']
    this.#openssl('req', '-x509', ...key, ...about, '-out', 'tsa.pem')
    this.root = this.#openssl('x509', '-in', 'tsa.pem', '-outform', 'DER')
  }

  readonly reply = (request: Buffer): Buffer => {
    writeFileSync(join(this.#folder, 'request.tsq'), request)
    this.#openssl('ts', '-reply', '-config', 'tsa.cnf', '-queryfile', 'request.tsq', '-out', 'response.tsr')
    return readFileSync(join(this.#folder, 'response.tsr'))
  }

  /** What openssl says of a token for this content. */
  judge(token: Uint8Array, content: Uint8Array): string {
    writeFileSync(join(this.#folder, 'token.der'), token)
    writeFileSync(join(this.#folder, 'content'), content)
    const judged = ['-token_in', '-in', 'token.der', '-data', 'content']
    return this.#openssl('ts', '-verify', ...judged, '-CAfile', 'tsa.pem').toString()
  }

  serve(respond: (request: Buffer) => Buffer | string = this.reply, status = 200): Promise<string> {
    return this.listen((request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => {
        const isQuery = request.headers['content-type'] === 'application/timestamp-query'
        response.writeHead(isQuery ? status : 415).end(respond(Buffer.concat(chunks)))
      })
    })
  }

  async listen(listener: RequestListener): Promise<string> {
    const server = createServer(listener).listen(0, '127.0.0.1')
    await once(server, 'listening')
    this.#closers.push(
      () => server.closeAllConnections(),
      () => server.close(),
    )
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/tsa`
  }

  close(): void {
    for (const close of this.#closers) close()
    rmSync(this.#folder, { recursive: true })
  }

  #openssl(...args: string[]): Buffer {
    return execFileSync('openssl', args, { cwd: this.#folder, stdio: ['ignore', 'pipe', 'pipe'] })
  }
}
