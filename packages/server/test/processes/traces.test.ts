// Traces of an api and a worker, as an OpenTelemetry collector receives them.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { eventually } from '../carriers/texting.ts'
import { useTestDatabase } from '../database/database.ts'
import { createTokenIssuer, createVisitor } from '../people/access-tokens.ts'
import { newPhone, prepare } from '../servers/texting-server.ts'
import { freePort } from './free-port.ts'
import { listening, parley } from './process.ts'

interface Span {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly attributes: readonly { readonly key: string; readonly value: Readonly<Record<string, unknown>> }[]
}
interface Export {
  readonly resourceSpans: readonly { readonly scopeSpans: readonly { readonly spans: readonly Span[] }[] }[]
}

const { database, url } = await useTestDatabase()
const bodies: string[] = []
const collector = createServer((request, response) => {
  let body = ''
  request.on('data', chunk => (body += chunk))
  request.on('end', () => {
    bodies.push(body)
    response.setHeader('content-type', 'application/json').end('{}')
  })
}).listen(0, '127.0.0.1')
await once(collector, 'listening')
const origin = `http://127.0.0.1:${await freePort()}`
const settings = {
  DATABASE_URL: url,
  PORT: new URL(origin).port,
  WORKER_PORT: '0',
  PUBLIC_ORIGIN: origin,
  PARLEY_SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
  OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
}
const processes = [parley(['api'], settings), parley(['worker'], settings)]

// The instrumentation hooks every import, which takes most of a minute while other tests run.
beforeAll(() => Promise.all(processes.map(listening)), 720_000)
afterAll(async () => {
  await stop()
  collector.close()
})

async function stop(): Promise<void> {
  for (const { child } of processes) child.kill('SIGTERM')
  await Promise.all(processes.map(each => each.exited()))
}

const spansOf = (traceId: string): Span[] =>
  bodies
    .flatMap(body => (JSON.parse(body) as Export).resourceSpans)
    .flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))
    .filter(span => span.traceId === traceId)

it('a text is one tree from the partner’s call through api and worker to the carrier, without its words and number', async () => {
  const visitor = await createVisitor(database, origin)
  const issuer = await createTokenIssuer(database)
  await prepare(database, visitor.advisor.id, visitor.advisor.firmId, { isConsentRequired: false })
  const [traceId, callerId] = ['4bf92f3577b34da6a3ce929d0e0e4736', '00f067aa0ba902b7']
  const phone = newPhone()
  const sent = await fetch(`${origin}/v1/text/messaging/messages?for=${encodeURIComponent(phone)}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${await issuer.sign(visitor.claims())}`,
      'x-api-key': visitor.apiKey,
      'content-type': 'application/json',
      traceparent: `00-${traceId}-${callerId}-01`,
    },
    body: JSON.stringify({ phone, text: 'Heliotrope' }),
  })
  expect(sent.status).toBe(200)
  expect(sent.headers.get('x-trace-id')).toBe(traceId)
  await eventually(
    'the worker’s part',
    () => Promise.resolve(spansOf(traceId).some(({ name }) => name === 'submit to carrier')),
    120_000,
  )
  const begun = await fetch(`${origin}/readyz`)
  await stop()

  const spans = spansOf(traceId)
  const byId = new Map(spans.map(span => [span.spanId, span]))
  const pathOf = (span: Span | undefined): string[] =>
    span ? [...pathOf(byId.get(span.parentSpanId ?? '')), span.name] : []
  const submit = spans.find(({ name }) => name === 'submit to carrier')
  expect(pathOf(submit)).toEqual([expect.stringMatching(/^POST/), 'deliver text', 'submit to carrier'])
  // Everything hangs on the caller's span; nothing is a tree of its own.
  expect(
    spans.filter(({ parentSpanId = '' }) => !byId.has(parentSpanId)).map(root => root.parentSpanId),
  ).toEqual([callerId])
  const attempt = spans.find(({ name }) => name === 'deliver text')
  expect(Object.fromEntries(attempt?.attributes.map(({ key, value }) => [key, value]) ?? [])).toMatchObject({
    'parley.carrier': { stringValue: expect.any(String) },
    'parley.attempt': { intValue: 1 },
    'parley.ending': { stringValue: 'submitted' },
  })
  expect(spans.some(({ attributes }) => JSON.stringify(attributes).includes('insert into outbox'))).toBe(true)
  const everything = bodies.join('\n')
  expect(everything).toContain(begun.headers.get('x-trace-id'))
  expect(everything).not.toContain(phone.slice(1))
  expect(everything).not.toContain('Heliotrope')
})
