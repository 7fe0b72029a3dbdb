// A mail server of a stranger: it records what it takes, and answers recipients as a test says.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

interface ReceivedMail {
  readonly to: readonly string[]
  readonly from: string
  /** The whole message, with its headers. */
  readonly source: string
  readonly isEncrypted: boolean
  readonly user: string | undefined
}

export interface MailServer {
  readonly port: number
  readonly received: ReceivedMail[]
  /** The certificate that clients have to trust. */
  readonly ca: string
  /** SMTP status for a recipient, such as 550. Undefined: accepted. */
  answer: (recipient: string) => number | undefined
  close(): Promise<void>
}

export const mailAccount = { user: 'parley', password: 'a p@ss/word' } as const

type Options = Pick<SMTPServerOptions, 'secure' | 'authOptional' | 'disabledCommands'>

export async function startMailServer(options: Options = {}): Promise<MailServer> {
  const { key, cert } = createCertificate()
  const received: ReceivedMail[] = []
  const server = new SMTPServer({
    key,
    cert,
    logger: false,
    authOptional: true,
    ...options,
    onAuth: ({ username, password }, _session, done) =>
      username === mailAccount.user && password === mailAccount.password
        ? done(null, { user: username })
        : done(Object.assign(new Error('Wrong password'), { responseCode: 535 })),
    onRcptTo: ({ address }, _session, done) => {
      const responseCode = mailServer.answer(address)
      done(responseCode === undefined ? null : Object.assign(new Error(`No: ${address}`), { responseCode }))
    },
    onData: (stream, { envelope, secure, user }, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        received.push({
          to: envelope.rcptTo.map(({ address }) => address),
          from: envelope.mailFrom === false ? '' : envelope.mailFrom.address,
          source: Buffer.concat(chunks).toString(),
          isEncrypted: secure,
          user,
        })
        done()
      })
    },
  })
  server.on('error', () => {})
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const mailServer: MailServer = {
    port: (server.server.address() as AddressInfo).port,
    received,
    ca: cert,
    answer: () => undefined,
    close: () => new Promise(resolve => server.close(() => resolve())),
  }
  return mailServer
}

export function createCertificate(): { readonly key: string; readonly cert: string } {
  const folder = mkdtempSync(join(tmpdir(), 'parley-mail-'))
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const names = 'subjectAltName=DNS:localhost,IP:127.0.0.1'
  execFileSync(
    'openssl',
    ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'].concat([
      '-subj',
      '/CN=localhost',
      '-addext',
      names,
      '-keyout',
      key,
      '-out',
      cert,
    ]),
    { stdio: 'ignore' },
  )
  try {
    return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') }
  } finally {
    rmSync(folder, { recursive: true })
  }
}
