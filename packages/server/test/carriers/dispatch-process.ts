// A worker that can be killed: a dispatcher in a separate process, whose carrier is the parent process over a socket.
import { once } from 'node:events'
import { connect } from 'node:net'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Carrier, LookedUp, Submission } from '../../src/carriers/index.ts'
import { startDispatcher } from '../../src/delivery/dispatch/dispatcher.ts'
import { createPool } from '../../src/platform/db/pool.ts'

const [, , url = '', port = '', leaseMs = '', canLookUp = '', hesitates = ''] = process.argv

const socket = connect(Number(port), '127.0.0.1')
await once(socket, 'connect')
const answers = new Map<number, (answer: never) => void>()
createInterface({ input: socket }).on('line', line => {
  const { id, answer } = JSON.parse(line) as { id: number; answer: never }
  answers.get(id)?.(answer)
  answers.delete(id)
})

let lastId = 0
function ask<Answer>(question: object): Promise<Answer> {
  lastId += 1
  const id = lastId
  const { promise, resolve } = Promise.withResolvers<Answer>()
  answers.set(id, resolve)
  socket.write(`${JSON.stringify({ id, ...question })}\n`)
  return promise
}

const carrier: Carrier = {
  name: 'socket',
  link: 'up',
  submit: async (texts, notAfterMs) => {
    if (hesitates === 'yes') {
      socket.write('{"id":0,"hesitating":true}\n')
      await sleep(100)
    }
    if (performance.now() > notAfterMs) return texts.map(() => ({ status: 'unsent' }))
    return ask<Submission[]>({ submit: texts.map(({ reference }) => reference) })
  },
  ...(canLookUp === 'yes' && { lookUp: references => ask<LookedUp[]>({ lookUp: references }) }),
  listen: () => {},
  close: () => Promise.resolve(),
}

const database = createPool({ url, size: 6, applicationName: 'killed', connectTimeoutMs: 30_000 })
const quiet = { info: () => {}, warn: () => {}, error: () => {} }
startDispatcher({
  database,
  carrier,
  log: quiet,
  settleReceipts: () => Promise.resolve(),
  leaseMs: Number(leaseMs),
})
socket.write('{"id":0,"started":true}\n')
