// Webhooks as servers and clouds hand them over: bytes, header names in any case, settings that are missing.
import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { ParleyError, unwrapWebhook, WebhookError } from '../src/index.ts'
import { failureOf } from './scripted-server.ts'

const key = Buffer.from('a key of thirty-two bytes, or so')
const secret = `whsec_${key.toString('base64')}`
const body = JSON.stringify({ id: 'evt_1', type: 'contact.created', data: { name: 'Žofie 📄' } })
const bytes: Uint8Array = new TextEncoder().encode(body)

function headersFor(text: string, names: (name: string) => string = name => name): Record<string, string> {
  const timestamp = String(Math.floor(Date.now() / 1_000))
  const signature = createHmac('sha256', key).update(`evt_1.${timestamp}.${text}`).digest('base64')
  return {
    [names('webhook-id')]: 'evt_1',
    [names('webhook-timestamp')]: timestamp,
    [names('webhook-signature')]: `v1,${signature}`,
  }
}

describe('unwrapWebhook accepts', () => {
  it.each<[string, string | Uint8Array]>([
    ['a string', body],
    ['a Uint8Array', bytes],
    ['a Buffer', Buffer.from(body)],
    ['a view into a larger buffer', new Uint8Array([0, ...bytes, 0]).subarray(1, -1)],
  ])('%s as the body', async (_what, given) => {
    expect(await unwrapWebhook(given, headersFor(body), secret)).toEqual(JSON.parse(body))
  })

  it.each<[string, (name: string) => string]>([
    ['lower case', name => name],
    ['the case of API Gateway', name => name.replace(/\b\w/g, letter => letter.toUpperCase())],
    ['upper case', name => name.toUpperCase()],
  ])('header names in %s', async (_what, names) => {
    expect(await unwrapWebhook(body, headersFor(body, names), secret)).toMatchObject({ id: 'evt_1' })
  })

  it('a Headers object, and lists of values', async () => {
    const headers = headersFor(body)
    expect(await unwrapWebhook(body, new Headers(headers), secret)).toMatchObject({ id: 'evt_1' })
    const lists = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]]))
    expect(await unwrapWebhook(body, lists, secret)).toMatchObject({ id: 'evt_1' })
  })
})

describe('unwrapWebhook throws a WebhookError, which is a ParleyError:', () => {
  const missing = undefined as unknown as string
  const cases: Record<string, [() => Promise<unknown>, string, RegExp]> = {
    'the secret is undefined': [
      () => unwrapWebhook(body, headersFor(body), missing),
      'invalid_secret',
      /secret is missing/,
    ],
    'the secret is empty': [
      () => unwrapWebhook(body, headersFor(body), ''),
      'invalid_secret',
      /secret is missing/,
    ],
    'there are no secrets': [
      () => unwrapWebhook(body, headersFor(body), []),
      'invalid_secret',
      /secret is missing/,
    ],
    'the secret has no prefix': [
      () => unwrapWebhook(body, headersFor(body), 'secret'),
      'invalid_secret',
      /begins with/,
    ],
    'the public key has the wrong length': [
      () => unwrapWebhook(body, headersFor(body), 'whpk_AAAA'),
      'invalid_secret',
      /cannot be used/,
    ],
    'a header is missing': [
      () => unwrapWebhook(body, {}, secret),
      'invalid_webhook',
      /header webhook-id is missing/,
    ],
    'the body is parsed already': [
      () => unwrapWebhook(JSON.parse(body) as string, headersFor(body), secret),
      'invalid_webhook',
      /as it arrived/,
    ],
    'the body was changed': [
      () => unwrapWebhook(`${body} `, headersFor(body), secret),
      'invalid_webhook',
      /no signature matches/,
    ],
    'the signed body is not JSON': [
      () => unwrapWebhook('hello', headersFor('hello'), secret),
      'invalid_webhook',
      /not JSON/,
    ],
  }

  it.each(Object.entries(cases))('%s', async (_name, [call, code, message]) => {
    const error = await failureOf(call())
    expect(error).toBeInstanceOf(WebhookError)
    expect(error).toBeInstanceOf(ParleyError)
    expect(error).toMatchObject({ name: 'WebhookError', code, retryable: false })
    expect(String(error)).toMatch(message)
  })
})
