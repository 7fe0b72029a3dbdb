// node bench/smpp/run-adapter.ts: the SMPP carrier without worker and database, as fast as possible.
import { parseArgs } from 'node:util'
import { createSmppCarrier } from '../../packages/server/src/carriers/smpp/create-smpp-carrier.ts'
import { benchCarrier, linkOptions } from './link.ts'

const { values } = parseArgs({ options: { ...linkOptions, seconds: { type: 'string' } } })
/** Concurrent batches, as in the worker. */
const batches = 3
const batchTexts = 500
const from = '+12025550101'
const onTrouble = (why: unknown): void => console.error(why)
const carrier = createSmppCarrier(benchCarrier(values), { onTrouble, onFailure: onTrouble })
const events = {
  receiveTexts: async () => {},
  receiveStop: async () => false,
  receiveReceipts: async () => {},
}
carrier.listen(events)
while (carrier.link !== 'up') await new Promise(resolve => setTimeout(resolve, 10))

let texts = 0
const textOf = () => {
  texts += 1
  const to = `+1${3_000_000_000 + texts}`
  const text = `Good morning Maria, form ${to.slice(-5)} that you asked about is ready to sign. Shall I send it today?`
  return { reference: String(texts * 1_024), from, to, text }
}
let accepted = 0
const endsAtMs = performance.now() + Number(values.seconds) * 1_000
async function submitOn(): Promise<void> {
  while (performance.now() < endsAtMs) {
    const answers = await carrier.submit(Array.from({ length: batchTexts }, textOf), Number.POSITIVE_INFINITY)
    accepted += answers.filter(({ status }) => status === 'accepted').length
  }
}
const before = process.cpuUsage()
const beganMs = performance.now()
await Promise.all(Array.from({ length: batches }, submitOn))
const seconds = (performance.now() - beganMs) / 1_000
const { user, system } = process.cpuUsage(before)
await carrier.close()
console.log(JSON.stringify({ texts, accepted, seconds, microseconds: (user + system) / texts }))
