// A second witness, written from c2sp.org/tlog-witness, tlog-cosignature, signed-note and RFC 6962 alone. It shares no code with
// @parley/evidence, so an error in our reading of them shows.
import { createPublicKey, generateKeyPairSync, hash, type KeyObject, sign, verify } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

interface Latest {
  readonly size: bigint
  readonly root: Buffer
}

interface Answer {
  readonly status: number
  readonly type?: string
  readonly body: string
}

const sha256 = (...parts: Buffer[]): Buffer => hash('sha256', Buffer.concat(parts), 'buffer')
const rawKey = (key: KeyObject): Buffer => key.export({ format: 'der', type: 'spki' }).subarray(-32)
const keyId = (name: string, type: number, key: Buffer): Buffer =>
  sha256(Buffer.from(`${name}\n`), Buffer.from([type]), key).subarray(0, 4)

export class SpecWitness {
  readonly name: string
  readonly #key = generateKeyPairSync('ed25519')
  readonly #logs = new Map<string, Buffer>()
  readonly #latest = new Map<string, Latest>()
  #server: Server | undefined

  constructor(name: string) {
    this.name = name
  }

  get vkey(): string {
    const key = rawKey(this.#key.publicKey)
    const typed = Buffer.concat([Buffer.from([0x04]), key])
    return `${this.name}+${keyId(this.name, 0x04, key).toString('hex')}+${typed.toString('base64')}`
  }

  /** The vkey of an Ed25519 log. */
  trust(vkey: string): this {
    const [, name = '', , key = ''] = /^(.*?)\+(.*?)\+(.*)$/.exec(vkey) ?? []
    this.#logs.set(name, Buffer.from(key, 'base64').subarray(1))
    return this
  }

  async listen(): Promise<string> {
    const server = createServer((request, response) => void this.#respond(request, response)).listen(
      0,
      '127.0.0.1',
    )
    this.#server = server
    await once(server, 'listening')
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/prefix`
  }

  async #respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const isKnown = request.method === 'POST' && request.url === '/prefix/add-checkpoint'
    const body = await read(request)
    const { status, type = 'text/plain', body: text } = isKnown ? this.#add(body) : { status: 404, body: '' }
    response.writeHead(status, { 'content-type': type }).end(text)
  }

  close(): void {
    this.#server?.closeAllConnections()
    this.#server?.close()
  }

  #add(request: string): Answer {
    const blank = request.indexOf('\n\n')
    const [old = '', ...proofLines] = request.slice(0, blank).split('\n')
    const note = request.slice(blank + 2)
    const body = note.slice(0, note.lastIndexOf('\n\n') + 1)
    const [origin = '', sizeLine = '', rootLine = ''] = body.split('\n')
    if (!/^old (0|[1-9][0-9]*)$/.test(old) || proofLines.length > 63) return { status: 400, body: '' }
    const key = this.#logs.get(origin)
    if (!key) return { status: 404, body: '' }
    if (!this.#isSigned(note.slice(body.length + 1), body, origin, key)) return { status: 403, body: '' }
    const [oldSize, size] = [BigInt(old.slice(4)), BigInt(sizeLine)]
    if (oldSize > size) return { status: 400, body: '' }
    const latest = this.#latest.get(origin) ?? { size: 0n, root: sha256() }
    if (latest.size !== oldSize) return { status: 409, type: 'text/x.tlog.size', body: `${latest.size}\n` }
    const root = Buffer.from(rootLine, 'base64')
    const proof = proofLines.map(line => Buffer.from(line, 'base64'))
    if (!isConsistent(latest, { size, root }, proof)) return { status: 422, body: '' }
    this.#latest.set(origin, { size, root })
    return { status: 200, body: this.#cosign(body) }
  }

  #isSigned(lines: string, body: string, name: string, key: Buffer): boolean {
    const id = keyId(name, 0x01, key)
    const header = Buffer.from('302a300506032b6570032100', 'hex')
    const publicKey = createPublicKey({ key: Buffer.concat([header, key]), format: 'der', type: 'spki' })
    return lines.split('\n').some(line => {
      const [dash, signer, base64 = ''] = line.split(' ')
      const bytes = Buffer.from(base64, 'base64')
      return (
        dash === '—' &&
        signer === name &&
        bytes.subarray(0, 4).equals(id) &&
        verify(null, Buffer.from(body), publicKey, bytes.subarray(4))
      )
    })
  }

  #cosign(body: string): string {
    const time = BigInt(Math.floor(Date.now() / 1000))
    const stamp = Buffer.alloc(8)
    stamp.writeBigUInt64BE(time)
    const message = Buffer.from(`cosignature/v1\ntime ${time}\n${body}`)
    const id = keyId(this.name, 0x04, rawKey(this.#key.publicKey))
    const bytes = Buffer.concat([id, stamp, sign(null, message, this.#key.privateKey)])
    return `— ${this.name} ${bytes.toString('base64')}\n`
  }
}

/**
 * RFC 6962, section 2.1.2: SUBPROOF read backwards. Returns the root of the old part and of the whole as the proof has them, taking
 * hashes from its end.
 */
function isConsistent(old: Latest, now: Latest, proof: Buffer[]): boolean {
  if (now.size === 0n) return proof.length === 0 && now.root.equals(sha256())
  if (old.size === 0n) return proof.length === 0
  const rest = [...proof]
  const join = (left: Buffer, right: Buffer): Buffer => sha256(Buffer.from([1]), left, right)
  const subproof = (m: bigint, n: bigint, isWhole: boolean): { old: Buffer; now: Buffer } | undefined => {
    if (m === n) {
      const root = isWhole ? old.root : rest.shift()
      return root && { old: root, now: root }
    }
    let k = 1n
    while (k * 2n < n) k *= 2n
    if (m <= k) {
      const left = subproof(m, k, isWhole)
      const right = rest.shift()
      return left && right && { old: left.old, now: join(left.now, right) }
    }
    const right = subproof(m - k, n - k, false)
    const left = rest.shift()
    return left && right && { old: join(left, right.old), now: join(left, right.now) }
  }
  const roots = subproof(old.size, now.size, true)
  return roots !== undefined && rest.length === 0 && roots.old.equals(old.root) && roots.now.equals(now.root)
}

async function read(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request.setEncoding('utf8')) text += String(chunk)
  return text
}
