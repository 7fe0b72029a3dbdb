// A developer's machine: npx --no @parley/sdk listen and trigger from the tarball, against the real service.
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { freePort } from '../free-port.ts'
import { onSharedInstallation } from '../installation.ts'
import type { Service } from '../service.ts'
import { installInto } from './install-sdk.ts'

const run = promisify(execFile)
let service: Service
const children: ChildProcess[] = []

onSharedInstallation(async installed => {
  service = installed
  await installInto(service.folder)
  await writeFile(join(service.folder, 'receiver.mjs'), receiver)
  return () => {
    for (const child of children) child.kill('SIGKILL')
  }
})

/** Appends each verified event to a file before it answers, so that a killed one has lost nothing that it took. */
const receiver = `
import { appendFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { unwrapWebhook } from '@parley/sdk'

const [port, secret] = process.argv.slice(2)
createServer(async (request, response) => {
  const chunks = []
  for await (const chunk of request) chunks.push(chunk)
  const event = await unwrapWebhook(Buffer.concat(chunks).toString(), request.headers, secret)
  appendFileSync('received.jsonl', JSON.stringify(event) + '\\n')
  response.writeHead(204).end()
}).listen(Number(port), '127.0.0.1', () => console.log('listening'))
`

async function start(program: string, args: readonly string[], ready: string): Promise<ChildProcess> {
  const child = spawn(program, args, { cwd: service.folder, stdio: ['ignore', 'pipe', 'inherit'] })
  children.push(child)
  let printed = ''
  child.stdout.on('data', chunk => (printed += String(chunk)))
  await expect.poll(() => printed).toContain(ready)
  return child
}

const npx = async (...args: string[]): Promise<string> =>
  (await run('npx', ['--no', '@parley/sdk', ...args], { cwd: service.folder })).stdout

interface Received {
  readonly id: string
  readonly type: string
  readonly sequence: number
}

async function received(): Promise<Received[]> {
  const text = await readFile(join(service.folder, 'received.jsonl'), 'utf8').catch(() => '')
  return text
    .split('\n')
    .slice(0, -1)
    .map(line => JSON.parse(line) as Received)
}

const idsIn = (printed: string): string[] => printed.match(/evt_\d+/g) ?? []

it('every trigger ends with its event on the developer’s machine, also after the receiver was killed', async () => {
  const port = String(await freePort())
  const secret = (await npx('listen', '--print-secret')).trim()
  const startReceiver = (): Promise<ChildProcess> =>
    start(process.execPath, ['receiver.mjs', port, secret], 'listening')
  let server = await startReceiver()
  // Not by npx, which would leave it behind when it is killed.
  const program = join(service.folder, 'node_modules/.bin/parley-sdk')
  await start(program, ['listen', '--forward-to', `http://127.0.0.1:${port}/hook`], 'Ready.')

  const endings = {
    consent: 'consent.accepted',
    decline: 'consent.declined',
    delivery: 'message.delivered',
    undelivered: 'message.undelivered',
    reply: 'message.received',
    stop: 'consent.opted_out',
  }
  const caused: string[] = []
  for (const [what, ending] of Object.entries(endings)) {
    if (what === 'delivery') {
      server.kill('SIGKILL')
      await once(server, 'exit')
    }
    const printed = await npx('trigger', what)
    expect(printed.trim().split('\n').at(-1)).toMatch(new RegExp(`^evt_\\d+ {2}${ending}$`))
    caused.push(...idsIn(printed))
    if (what === 'delivery') server = await startReceiver()
  }
  await expect
    .poll(async () => {
      const arrived = new Set((await received()).map(({ id }) => id))
      return caused.filter(id => !arrived.has(id))
    })
    .toEqual([])
  const events = await received()
  const sequences = events.map(({ sequence }) => sequence)
  expect(sequences).toEqual(sequences.toSorted((one, other) => one - other))
  // Nothing is sent twice but what a killed receiver took without an answer.
  expect(events.length - new Set(events.map(({ id }) => id)).size).toBeLessThanOrEqual(1)
}, 300_000)
