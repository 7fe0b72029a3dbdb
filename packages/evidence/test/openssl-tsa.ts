import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

type KeyKind = 'ec' | 'rsa' | 'p384' | 'ed25519'
const keys: Record<KeyKind, readonly string[]> = {
  ec: ['ec', '-pkeyopt', 'ec_paramgen_curve:P-256'],
  p384: ['ec', '-pkeyopt', 'ec_paramgen_curve:P-384'],
  rsa: ['rsa:2048'],
  ed25519: ['ed25519'],
}

interface Issue {
  readonly name: string
  readonly key: KeyKind
  readonly extensions: readonly string[]
  /** Default: the root. */
  readonly issuer?: string
  readonly start?: string
  readonly end?: string
}

const authority = ['basicConstraints=critical,CA:TRUE', 'keyUsage=critical,keyCertSign']
export const forTimestamps = ['keyUsage=critical,digitalSignature', 'extendedKeyUsage=critical,timeStamping']

/** A certification authority and time-stamp authorities below it, all by the command openssl. */
export class OpensslTsa {
  readonly #folder = mkdtempSync(join(tmpdir(), 'parley-tsa-'))

  constructor() {
    this.#write('index.txt', '')
    this.#write('serial', '01')
    this.#write(
      'ca.cnf',
      '[ca]\ndefault_ca=c\n[c]\ndatabase=index.txt\nserial=serial\nnew_certs_dir=.\ndefault_md=sha256\npolicy=p\nunique_subject=no\n[p]\ncommonName=supplied\n[req]\ndistinguished_name=dn\n[dn]\n',
    )
    this.authority('root')
  }

  /** A root of its own, or an authority below another. */
  authority(name: string, issuer = name): this {
    return this.issue({ name, key: 'ec', extensions: authority, issuer })
  }

  issue({ name, key, extensions, issuer = 'root', start, end }: Issue): this {
    const request = ['req', '-new', '-newkey', ...(keys[key] ?? []), '-nodes', '-config', 'ca.cnf']
    this.#run([...request, '-keyout', `${name}.key`, '-out', `${name}.csr`, '-subj', `/CN=${name}`])
    this.#write(`${name}.ext`, `${extensions.join('\n')}\n`)
    const by = issuer === name ? ['-selfsign'] : ['-cert', `${issuer}.pem`]
    this.#run(
      ['ca', '-batch', '-notext', '-config', 'ca.cnf', ...by, '-keyfile', `${issuer}.key`],
      ['-in', `${name}.csr`, '-out', `${name}.pem`, '-extfile', `${name}.ext`],
      ['-startdate', start ?? '20200101000000Z', '-enddate', end ?? '20990101000000Z'],
    )
    return this
  }

  /** Another certificate of an authority, with the same name and key, signed by itself. */
  twin(name: string, twin: string): this {
    this.#run(
      ['ca', '-batch', '-notext', '-config', 'ca.cnf', '-selfsign', '-keyfile', `${name}.key`],
      ['-in', `${name}.csr`, '-out', `${twin}.pem`, '-extfile', `${name}.ext`],
      ['-startdate', '20200101000000Z', '-enddate', '20990101000000Z'],
    )
    return this
  }

  /** The response of a time-stamp authority to a request. */
  reply(request: Uint8Array, name: string, { digest = 'sha256', chain = [] as string[] } = {}): Uint8Array {
    const certificates = chain.map(one => Buffer.from(this.#read(`${one}.pem`)).toString()).join('')
    this.#write('chain.pem', certificates)
    this.#write('tsa-serial', '0A')
    this.#write(
      'tsa.cnf',
      `[tsa]\ndefault_tsa=t\n[t]\nserial=tsa-serial\ndefault_policy=1.2.3.4.1\ndigests=sha256\nsigner_digest=${digest}\naccuracy=secs:1,millisecs:500\ness_cert_id_alg=sha256\nsigner_cert=${name}.pem\nsigner_key=${name}.key\n${chain.length > 0 ? 'certs=chain.pem\n' : ''}`,
    )
    this.#write('request.tsq', request)
    this.#run(['ts', '-reply', '-config', 'tsa.cnf', '-queryfile', 'request.tsq', '-out', 'response.tsr'])
    return this.#read('response.tsr')
  }

  /** A token with this content, signed with any certificate: openssl ts refuses those that are not for time stamps. */
  sign(content: Uint8Array, name: string, { namesCertificate = true } = {}): Uint8Array {
    this.#write('content.der', content)
    this.#run(
      ['cms', '-sign', '-binary', '-nodetach', '-nosmimecap', '-outform', 'DER'],
      namesCertificate ? ['-cades'] : [],
      ['-econtent_type', '1.2.840.113549.1.9.16.1.4', '-md', 'sha256', '-in', 'content.der'],
      ['-signer', `${name}.pem`, '-inkey', `${name}.key`, '-out', 'token.der'],
    )
    return this.#read('token.der')
  }

  /** Whether openssl accepts a token for this hash. */
  accepts(token: Uint8Array, hash: Uint8Array, root = 'root'): boolean {
    this.#write('judged.der', token)
    const digest = Buffer.from(hash).toString('hex')
    try {
      const judged = ['-token_in', '-in', 'judged.der', '-digest', digest]
      this.#run(['ts', '-verify', ...judged, '-CAfile', `${root}.pem`])
      return true
    } catch {
      return false
    }
  }

  certificate(name: string): Uint8Array {
    return new Uint8Array(this.#run(['x509', '-in', `${name}.pem`, '-outform', 'DER']))
  }

  /** What openssl reads in a request. */
  describe(request: Uint8Array): string {
    this.#write('request.tsq', request)
    return this.#run(['ts', '-query', '-in', 'request.tsq', '-text']).toString()
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true })
  }

  #run(...args: readonly (readonly string[])[]): Buffer {
    return execFileSync('openssl', args.flat(), { cwd: this.#folder, stdio: ['ignore', 'pipe', 'pipe'] })
  }

  #read(file: string): Uint8Array {
    return new Uint8Array(readFileSync(join(this.#folder, file)))
  }

  #write(file: string, content: Uint8Array | string): void {
    writeFileSync(join(this.#folder, file), content)
  }
}
