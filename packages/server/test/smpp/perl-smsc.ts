// The SMSC of smsc.pl as a separate process.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { freePort } from '../processes/free-port.ts'
import { until } from './scripted-smsc.ts'

/** A PDU that it received, with the names of Net::SMPP. */
export interface PerlReceivedPdu {
  readonly heard: string
  readonly status?: number
  readonly id?: string
  readonly source?: string
  readonly destination?: string
  readonly source_ton?: number
  readonly destination_ton?: number
  readonly coding?: number
  readonly class?: number
  readonly registered?: number
  /** In hexadecimal, like payload, reference and sar. */
  readonly message?: string
  readonly payload?: string
  readonly reference?: string
  readonly sar?: string
  readonly seq?: number
}

type Order =
  | { do: 'deliver'; source: string; destination: string; message: string; coding?: number; class?: number }
  | { do: 'enquire' | 'unbind' }

export interface PerlSmsc {
  readonly port: number
  readonly heard: PerlReceivedPdu[]
  submitted(): PerlReceivedPdu[]
  order(order: Order): void
  close(): Promise<void>
}

export async function startPerlSmsc(): Promise<PerlSmsc> {
  const port = await freePort()
  const script = fileURLToPath(new URL('smsc.pl', import.meta.url))
  const child: ChildProcess = spawn('perl', [script, String(port)], { stdio: ['pipe', 'pipe', 'inherit'] })
  const heard: PerlReceivedPdu[] = []
  const ended = once(child, 'close')
  if (!child.stdout || !child.stdin) throw new Error('no pipes')
  const { stdin } = child
  createInterface({ input: child.stdout }).on('line', line => heard.push(JSON.parse(line) as PerlReceivedPdu))
  await until(() => heard.length > 0)
  return {
    port,
    heard,
    submitted: () => heard.filter(({ heard: what }) => what === 'submit_sm'),
    order: order => void stdin.write(`${JSON.stringify(order)}\n`),
    close: async () => {
      stdin.end()
      await ended
    },
  }
}
