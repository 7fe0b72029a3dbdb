import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { access, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../../packages/server/test/processes/free-port.ts'

/** Where Debian's packages kannel and kannel-extras put them. */
const programs = {
  bearerbox: '/usr/sbin/bearerbox',
  smsbox: '/usr/sbin/smsbox',
  fakesmsc: '/usr/lib/kannel/test/fakesmsc',
} as const

const password = 'bench'
const startLimitMs = 20_000
const stopLimitMs = 10_000

/** An SMPP carrier that replaces fakesmsc. */
interface SmppPeer {
  readonly port: number
  /** Window: messages in flight. */
  readonly window: number
}

export interface Kannel {
  readonly origin: string
  readonly smsbox: number
  readonly bearerbox: number
  /** 0 if another carrier is used. */
  readonly fakesmsc: number
  /** Numbers of sent and queued texts. */
  readonly count: () => Promise<{ readonly sent: number; readonly queued: number }>
  readonly stop: () => Promise<void>
}

export async function isKannelInstalled(
  needed: readonly (keyof typeof programs)[] = ['bearerbox', 'smsbox', 'fakesmsc'],
): Promise<boolean> {
  const found = needed.map(name => access(programs[name]))
  return (await Promise.allSettled(found)).every(({ status }) => status === 'fulfilled')
}

/** Texts go by HTTP to smsbox, then to bearerbox, which stores them in a file until they are sent, then to fakesmsc. */
export async function startKannel(parent: string, peer?: SmppPeer): Promise<Kannel> {
  const folder = join(parent, `kannel-${Date.now()}`)
  await mkdir(folder)
  const [admin, boxes, smsc, http] = [await freePort(), await freePort(), await freePort(), await freePort()]
  const path = join(folder, 'kannel.conf')
  await writeFile(
    path,
    configuration({ folder, admin, boxes, http, link: peer ? smppLink(peer) : fakeLink(smsc) }),
  )
  const started: ChildProcess[] = []
  const start = (name: keyof typeof programs, ...args: string[]): number => {
    // Only fatal errors go to the terminal, and only warnings to the log files: no line for each text.
    const child = spawn(programs[name], ['-v', '5', ...args], { cwd: folder, stdio: 'ignore' })
    started.push(child)
    process.once('exit', () => child.kill('SIGKILL'))
    return child.pid ?? 0
  }
  const status = async (): Promise<string> => {
    const answer = await fetch(`http://127.0.0.1:${admin}/status.txt?password=${password}`).catch(
      () => undefined,
    )
    return (await answer?.text()) ?? ''
  }
  const shows = async (pattern: RegExp): Promise<void> => {
    const deadline = performance.now() + startLimitMs
    while (!pattern.test(await status())) {
      if (performance.now() > deadline) throw new Error(`Kannel does not show ${pattern}:\n${await status()}`)
      await sleep(100)
    }
  }
  const stop = async (): Promise<void> => {
    for (const child of started.toReversed()) await end(child)
  }
  try {
    const bearerbox = start('bearerbox', path)
    await shows(/Status: running/)
    const fakesmsc = peer
      ? 0
      : start('fakesmsc', '-H', '127.0.0.1', '-r', String(smsc), '-m', '0', '1 2 text nop')
    const smsbox = start('smsbox', path)
    await shows(/smsbox:[^\n]*on-line/)
    await shows(/(?:FAKE|SMPP):\S* \(online/)
    return {
      origin: `http://127.0.0.1:${http}`,
      smsbox,
      bearerbox,
      fakesmsc,
      count: async () => {
        const [, sent, queued] = /SMS: received .*sent (\d+) \((\d+) queued\)/.exec(await status()) ?? []
        return { sent: Number(sent), queued: Number(queued) }
      },
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = once(child, 'exit')
  child.kill('SIGTERM')
  const killing = setTimeout(() => child.kill('SIGKILL'), stopLimitMs)
  await exit
  clearTimeout(killing)
}

/** Text in the query, with plus signs for spaces, as in Kannel's guide. */
export const sendsmsHead = (from: string): string =>
  `GET /cgi-bin/sendsms?username=bench&password=${password}&from=${encodeURIComponent(from)}`

interface Ports {
  readonly folder: string
  readonly admin: number
  readonly boxes: number
  readonly http: number
  readonly link: string
}

const fakeLink = (port: number): string => `smsc = fake
smsc-id = fake
host = 127.0.0.1
port = ${port}
connect-allow-ip = 127.0.0.1`

const smppLink = ({ port, window }: SmppPeer): string => `smsc = smpp
smsc-id = smpp
host = 127.0.0.1
port = ${port}
transceiver-mode = true
smsc-username = bench
smsc-password = bench
system-type = ""
interface-version = 34
max-pending-submits = ${window}`

const configuration = ({ folder, admin, boxes, http, link }: Ports): string => `
group = core
admin-port = ${admin}
admin-interface = 127.0.0.1
admin-password = ${password}
smsbox-port = ${boxes}
smsbox-interface = 127.0.0.1
box-allow-ip = 127.0.0.1
log-file = ${folder}/bearerbox.log
log-level = 3
store-type = file
store-location = ${folder}/store
dlr-storage = internal

group = smsc
${link}

group = smsbox
bearerbox-host = 127.0.0.1
sendsms-port = ${http}
sendsms-interface = 127.0.0.1
log-file = ${folder}/smsbox.log
log-level = 3

group = sendsms-user
username = bench
password = ${password}
`
