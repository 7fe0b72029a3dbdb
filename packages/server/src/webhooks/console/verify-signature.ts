import { createPublicKey, timingSafeEqual, verify } from 'node:crypto'
import { canonicalJson } from '../../journal/index.ts'
import { type SigningKey, signDelivery } from '../calls/sign-delivery.ts'

interface Delivery {
  /** As pasted: one header a line. */
  readonly headers: string
  readonly body: string
  readonly now: number
}

export interface Verdict {
  readonly isValid: boolean
  /** Index of the key that fits, among those passed. */
  readonly keyIndex?: number
  readonly findings: readonly string[]
}

const toleranceSeconds = 300
/** One for each secret; nobody has more. */
const signaturesMax = 10

const isSignature = (text: string): boolean => /^v1a?,[A-Za-z0-9+/]{10,100}={0,2}$/.test(text)

/** Says which key made a signature, or what is wrong with the delivery. Nothing of it is kept. */
export function verifySignature(delivery: Delivery, keys: readonly SigningKey[]): Verdict {
  const headers = headersOf(delivery.headers)
  const names = ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const
  const missing = names.filter(name => !headers.has(name))
  if (missing.length > 0) return { isValid: false, findings: missing.map(name => `${name} is missing.`) }
  const [id = '', timestamp = '', signatures = ''] = names.map(name => headers.get(name))
  if (!/^\d{1,12}$/.test(timestamp))
    return { isValid: false, findings: ['webhook-timestamp must be a number of seconds since 1970.'] }
  const list = signatures.split(' ')
  if (list.length > signaturesMax || !list.every(isSignature))
    return {
      isValid: false,
      findings: ['webhook-signature must be a list of signatures, such as v1,K5oZfzN95Z9UVu1E…='],
    }
  const timestampSeconds = Number(timestamp)
  const age = ageFinding(Math.floor(delivery.now / 1_000) - timestampSeconds)
  // Browsers send each line break of a text field as CR LF.
  const body = delivery.body.replaceAll('\r\n', '\n')
  const fitOf = (text: string): number =>
    keys.findIndex(key => fits(list, { id, timestampSeconds, body: text }, key))
  const keyIndex = fitOf(body)
  if (keyIndex !== -1) return { isValid: age === undefined, keyIndex, findings: age ? [age] : [] }
  return { isValid: false, findings: [...changesOf(body, fitOf), ...(age ? [age] : [])] }
}

/** Also as printed by a debugger, with quotes and commas. Without patterns, whose time could grow with the square of a line. */
function headersOf(text: string): ReadonlyMap<string, string> {
  const pairs = text.split('\n').flatMap((line): [string, string][] => {
    const colon = line.indexOf(':')
    return colon === -1 ? [] : [[bare(line.slice(0, colon)).toLowerCase(), bare(line.slice(colon + 1))]]
  })
  return new Map(pairs.filter(([, value]) => value !== ''))
}

function bare(text: string): string {
  const trimmed = text.trim()
  const open = trimmed.endsWith(',') ? trimmed.slice(0, -1) : trimmed
  const [first] = open
  return open.length > 1 && (first === '"' || first === "'") && open.endsWith(first)
    ? open.slice(1, -1)
    : open
}

function ageFinding(ageSeconds: number): string | undefined {
  if (Math.abs(ageSeconds) <= toleranceSeconds) return undefined
  return ageSeconds > 0
    ? `The timestamp is ${ageSeconds} seconds old. Receivers refuse deliveries older than five minutes, so that nobody can repeat them.`
    : `The timestamp is ${-ageSeconds} seconds ahead. Check the clock of the receiver.`
}

function fits(
  signatures: readonly string[],
  delivery: Parameters<typeof signDelivery>[0],
  key: SigningKey,
): boolean {
  if (key.kind === 'hmac') {
    const expected = Buffer.from(signDelivery(delivery, [key]))
    return signatures.some(signature => {
      const given = Buffer.from(signature)
      return given.length === expected.length && timingSafeEqual(given, expected)
    })
  }
  const publicKey = createPublicKey(key.key)
  const signed = Buffer.from(`${delivery.id}.${delivery.timestampSeconds}.${delivery.body}`)
  return signatures.some(
    signature =>
      signature.startsWith('v1a,') &&
      verify(null, signed, publicKey, Buffer.from(signature.slice('v1a,'.length), 'base64')),
  )
}

/** What frameworks do to a body before it is verified. */
function changesOf(body: string, fitOf: (text: string) => number): string[] {
  if (fitOf(body.trim()) !== -1)
    return ['It fits without the white space around the body. Verify the raw bytes of the request.']
  try {
    if (fitOf(canonicalJson(JSON.parse(body) as Parameters<typeof canonicalJson>[0])) !== -1)
      return [
        'It fits the same JSON as it was sent. The body was parsed and written again; verify the raw bytes of the request.',
      ]
  } catch {
    return ['No secret of this endpoint fits, and the body is not valid JSON. Is it complete?']
  }
  return ['No secret of this endpoint made this signature for this id, timestamp and body.']
}
