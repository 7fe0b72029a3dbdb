// What is published for a domain, from a name server and a web server of the test's own.
import { createSocket, type Socket } from 'node:dgram'
import { Resolver } from 'node:dns/promises'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { Agent } from 'undici'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createPublishedProofs } from './domain-proof.ts'

let names: Socket
let web: Server
let agent: Agent
let published: ReturnType<typeof createPublishedProofs>
/** TXT records by name, each in parts. */
let records: Record<string, readonly (readonly string[])[]> = {}
let file: { readonly status: number; readonly body: string; readonly location?: string }
const asked: string[] = []

/** An answer with the records of the question's name, or that there is no such name (RFC 1035). */
function answerTo(question: Buffer): Buffer {
  const labels: string[] = []
  let at = 12
  for (let length = question[at] ?? 0; length > 0; length = question[at] ?? 0) {
    labels.push(question.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  const found = records[labels.join('.')] ?? []
  const header = Buffer.from(question.subarray(0, 12))
  header.writeUInt16BE(found.length > 0 ? 0x8180 : 0x8183, 2)
  header.writeUInt16BE(found.length, 6)
  header.writeUInt32BE(0, 8)
  const answers = found.map(parts => {
    const data = Buffer.concat(parts.map(part => Buffer.concat([Buffer.of(part.length), Buffer.from(part)])))
    const head = Buffer.from([0xc0, 12, 0, 16, 0, 1, 0, 0, 0, 60, data.length >> 8, data.length & 255])
    return Buffer.concat([head, data])
  })
  return Buffer.concat([header, question.subarray(12, at + 5), ...answers])
}

beforeAll(async () => {
  names = createSocket('udp4')
  names.on('message', (question, { port, address }) => names.send(answerTo(question), port, address))
  names.bind(0, '127.0.0.1')
  await once(names, 'listening')
  web = createServer((request, response) => {
    asked.push(`${request.headers.host}${request.url}`)
    response
      .writeHead(file.status, file.location === undefined ? {} : { location: file.location })
      .end(file.body)
  })
  web.listen(0, '127.0.0.1')
  await once(web, 'listening')
  const { port } = web.address() as AddressInfo
  agent = new Agent({
    connect: (_, done) => {
      const socket = connect(port, '127.0.0.1', () => done(null, socket))
      socket.once('error', error => done(error, null))
    },
  })
  const resolver = new Resolver({ timeout: 1_000, tries: 1 })
  resolver.setServers([`127.0.0.1:${names.address().port}`])
  published = createPublishedProofs(agent, resolver)
})
afterAll(async () => {
  await agent.close()
  names.close()
  web.close()
})
beforeEach(() => {
  records = {}
  file = { status: 404, body: '' }
  asked.length = 0
})

it('the parts of each TXT record are one text', async () => {
  records = { '_parley.harbor.example': [['parley-domain=', 'abc'], ['v=spf1 -all']] }
  expect(await published('harbor.example')).toEqual(['parley-domain=abc', 'v=spf1 -all'])
})

it('each line of the file counts, and only the file of the domain itself', async () => {
  file = { status: 200, body: 'hello\r\n parley-domain=abc \n' }
  expect(await published('harbor.example')).toContain('parley-domain=abc')
  expect(asked).toEqual(['harbor.example/.well-known/parley-domain.txt'])
})

it('a redirect is not followed, and an error page proves nothing', async () => {
  file = { status: 302, body: 'parley-domain=abc', location: 'https://other.example/proof.txt' }
  expect(await published('harbor.example')).toEqual([])
  expect(asked).toHaveLength(1)
  file = { status: 500, body: 'parley-domain=abc' }
  expect(await published('harbor.example')).toEqual([])
})

it('of a large file only the beginning is read', async () => {
  file = { status: 200, body: `${'x'.repeat(100_000)}\nparley-domain=abc\n` }
  expect(await published('harbor.example')).toEqual(['x'.repeat(4_096)])
})

it('one place is enough if the other does not answer', async () => {
  records = { '_parley.harbor.example': [['parley-domain=abc']] }
  expect(await published('harbor.example')).toEqual(['parley-domain=abc'])
  records = {}
  expect(await published('harbor.example')).toEqual([])
})
