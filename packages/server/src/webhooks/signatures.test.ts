// Deliveries through rotations, verified by receivers that change to the new secret later. WEBHOOK_SIGNATURES sets how many.
import { execFile } from 'node:child_process'
import { createPublicKey } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { unwrapWebhook } from '@parley/sdk'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import { Webhook as SvixWebhook } from 'svix'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { writeSubmitted } from '../../test/database/write-submitted.ts'
import type { Received } from '../../test/servers/webhook-receiver.ts'
import { startWebhooks, until, type WebhookSetting } from '../../test/servers/webhooks-server.ts'

const deliveriesWanted = Number(process.env['WEBHOOK_SIGNATURES'] ?? 300)
const rotations = deliveriesWanted > 1_000 ? 10 : 2
/** Events that wait at most, so that the last rotation is not followed by many more. */
const aheadMax = 2_000

let setting: WebhookSetting
const folder = await mkdtemp(join(tmpdir(), 'parley-signatures-'))
beforeAll(async () => {
  setting = await startWebhooks()
})
afterAll(async () => {
  await setting.close()
  await rm(folder, { recursive: true })
})

async function verifies({ body, headers, event }: Received, secret: string): Promise<boolean> {
  const given = headers as Record<string, string>
  try {
    new StandardWebhook(secret).verify(body, given)
    new SvixWebhook(secret).verify(body, given)
    return (await unwrapWebhook(body, given, secret)).id === event.id
  } catch {
    return false
  }
}

async function opensslVerifies({ body, headers }: Received, pem: string): Promise<boolean> {
  const signature = /v1a,(\S+)/.exec(String(headers['webhook-signature']))?.[1] ?? ''
  const [key, message, signed] = ['key.pem', 'message', 'signature'].map(name => join(folder, name))
  await writeFile(key ?? '', pem)
  await writeFile(
    message ?? '',
    `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`,
  )
  await writeFile(signed ?? '', Buffer.from(signature, 'base64'))
  const args = `pkeyutl -verify -pubin -inkey ${key} -rawin -in ${message} -sigfile ${signed}`.split(' ')
  const { stdout } = await promisify(execFile)('openssl', args).catch(() => ({ stdout: '' }))
  return stdout.includes('Signature Verified Successfully')
}

it(`${deliveriesWanted} deliveries through ${rotations} rotations verify with the secret that the receiver has`, async () => {
  const application = await setting.server.addApplication()
  const endpoint = await setting.createEndpoint(application, { types: ['message.*'] })
  const advisor = await application.welcome()
  const rotate = async (body: object): Promise<string> => {
    const path = `/events/endpoints/${endpoint.endpointId}/secret`
    return String((await application.call('POST', path, body)).body['secret'])
  }
  let secret = endpoint.secret
  // Verified when they arrive, as a receiver does: signatures are too old after five minutes.
  const verified: Promise<boolean>[] = []
  setting.receiver.answer = (received, response) => {
    verified.push(verifies(received, secret))
    response.writeHead(204).end()
  }
  const publicKey = await rotate({ kind: 'ed25519' })
  setting.deliver()
  const chunk = Math.ceil(deliveriesWanted / 300)
  let written = 0
  const state = { isRotating: true }
  const writing = (async () => {
    for (; state.isRotating || written < deliveriesWanted; written += chunk) {
      const messageIds = Array.from({ length: chunk }, (_, index) => 1 + written + index)
      const texts = { advisorIds: [advisor.id], conversations: 50, messageIds }
      await writeSubmitted(setting.server.database, texts)
      await sleep(20)
      await until(() => written - endpoint.arrived().length < aheadMax, 3_600)
    }
  })()
  for (let turn = 1; turn <= rotations; turn += 1) {
    await until(() => endpoint.arrived().length > (turn * deliveriesWanted) / (rotations + 2), 3_600)
    const next = await rotate({})
    // The receiver changes some time after the first delivery with both signatures.
    await until(async () => {
      const last = endpoint.arrived().at(-1)
      return last !== undefined && (await verifies(last, next))
    })
    secret = next
  }
  state.isRotating = false
  await writing
  await until(() => endpoint.arrived().length >= written, 3_600)
  const arrived = endpoint.arrived()
  expect(new Set(arrived.map(({ event }) => event.id)).size).toBe(written)
  expect(verified.length).toBe(arrived.length)
  expect((await Promise.all(verified)).filter(isValid => !isValid)).toEqual([])
  const raw = Buffer.from(publicKey.slice('whpk_'.length), 'base64')
  const der = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), raw])
  const pem = createPublicKey({ key: der, format: 'der', type: 'spki' })
    .export({ format: 'pem', type: 'spki' })
    .toString()
  for (const received of arrived.slice(-10)) expect(await opensslVerifies(received, pem)).toBe(true)
  const [last] = arrived.slice(-1)
  if (last) expect(await opensslVerifies({ ...last, body: `${last.body} ` }, pem)).toBe(false)
}, 3_600_000)
