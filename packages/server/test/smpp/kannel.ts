// Kannel (bearerbox and smsbox) as an ESME: texts in by HTTP, receipts and replies out by HTTP.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../processes/free-port.ts'
import { until } from './scripted-smsc.ts'

interface KannelOptions {
  /** Port of the SMSC. */
  readonly port: number
  readonly systemId: string
  readonly password: string
}

export interface Kannel {
  /** HTTP requests of smsbox: receipts and replies, by their parameters. */
  readonly told: { readonly path: string; readonly query: URLSearchParams }[]
  /** Submits a text and returns Kannel's status. */
  send(query: Record<string, string>): Promise<number>
  /** State of its link. */
  status(): Promise<string>
  log(): Promise<string>
  close(): Promise<void>
}

/** Kannel passes UCS-2 on as raw bytes, and everything else as UTF-8. */
function textIn(address: string, coding: string | null): string {
  const [, written = ''] = /[?&]text=([^&]*)/.exec(address) ?? []
  const bytes = Buffer.from(
    written
      .replaceAll('+', ' ')
      .replace(/%(..)/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  )
  return coding === '2' ? bytes.swap16().toString('utf16le') : bytes.toString('utf8')
}

export async function startKannel({ port, systemId, password }: KannelOptions): Promise<Kannel> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-kannel-'))
  const told: { path: string; query: URLSearchParams }[] = []
  const site = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://site')
    if (pathname === '/reply') searchParams.set('text', textIn(request.url ?? '', searchParams.get('coding')))
    told.push({ path: pathname, query: searchParams })
    response.end()
  }).listen(0, '127.0.0.1')
  await once(site, 'listening')
  const sitePort = (site.address() as AddressInfo).port
  const [admin, boxes, sendsms] = [await freePort(), await freePort(), await freePort()]
  const config = join(folder, 'kannel.conf')
  await writeFile(
    config,
    `group = core
admin-port = ${admin}
admin-password = bar
admin-interface = 127.0.0.1
smsbox-port = ${boxes}
smsbox-interface = 127.0.0.1
box-allow-ip = "127.0.0.1"
dlr-storage = internal
log-file = "${folder}/bearerbox.log"
log-level = 0
sms-resend-freq = 1

group = smsc
smsc = smpp
smsc-id = parley
host = 127.0.0.1
port = ${port}
transceiver-mode = true
smsc-username = "${systemId}"
smsc-password = "${password}"
system-type = ""
interface-version = 34
enquire-link-interval = 1
reconnect-delay = 1

group = smsbox
bearerbox-host = 127.0.0.1
bearerbox-port = ${boxes}
sendsms-port = ${sendsms}
sendsms-interface = 127.0.0.1
log-file = "${folder}/smsbox.log"
log-level = 0

group = sendsms-user
username = u
password = p
concatenation = true
max-messages = 10

group = sms-service
keyword = default
get-url = "http://127.0.0.1:${sitePort}/reply?from=%p&to=%P&text=%b&coding=%c&charset=%C&udh=%u"
accepted-smsc = parley
concatenation = true
assume-plain-text = true
max-messages = 0
`,
  )
  const children: ChildProcess[] = []
  const start = (program: string): void => {
    children.push(spawn(`/usr/sbin/${program}`, ['-v', '4', config], { cwd: folder, stdio: 'ignore' }))
  }
  const get = async (target: number, path: string): Promise<{ status: number; text: string }> => {
    const answer = await fetch(`http://127.0.0.1:${target}${path}`)
    return { status: answer.status, text: await answer.text() }
  }
  const answers = (target: number, path: string): Promise<boolean> =>
    get(target, path).then(
      () => true,
      () => false,
    )
  start('bearerbox')
  await until(() => answers(admin, '/status.txt?password=bar'))
  start('smsbox')
  await until(() => answers(sendsms, '/'))
  return {
    told,
    send: async query => {
      const parameters = new URLSearchParams({ username: 'u', password: 'p', ...query })
      if (query['dlr-mask'] !== undefined) {
        parameters.set(
          'dlr-url',
          `http://127.0.0.1:${sitePort}/receipt?of=${query['to']?.slice(1)}&status=%d`,
        )
      }
      return (await get(sendsms, `/cgi-bin/sendsms?${parameters.toString()}`)).status
    },
    status: async () => (await get(admin, '/status.txt?password=bar')).text,
    log: () => readFile(join(folder, 'bearerbox.log'), 'utf8'),
    close: async () => {
      // smsbox exits when bearerbox does.
      const [bearerbox] = children
      bearerbox?.kill('SIGTERM')
      const patience = setTimeout(() => children.forEach(child => child.kill('SIGKILL')), 8_000)
      await Promise.all(
        children
          .filter(child => child.exitCode === null && child.signalCode === null)
          .map(child => once(child, 'close')),
      )
      clearTimeout(patience)
      site.close()
      site.closeAllConnections()
      await rm(folder, { recursive: true })
    },
  }
}
