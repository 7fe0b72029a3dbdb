import { createHmac, timingSafeEqual } from 'node:crypto'
import { persistence } from './webhook-paths.ts'

interface SignedRequest {
  /** The full URL as configured at the carrier. */
  readonly url: string
  readonly form: URLSearchParams
  /** The header X-Twilio-Signature. */
  readonly signature: string
}

/**
 * Whether the carrier signed this request: the URL and every parameter, with the account's token. Carriers sometimes include
 * the default port and the URL fragment, and sometimes not.
 */
export function isSigned({ url, form, signature }: SignedRequest, authToken: string): boolean {
  const parameters = Buffer.from(sortedParameters(form))
  const given = Buffer.from(signature)
  const addresses = new Set([url, withoutPort(url), withPort(url)])
  return [...addresses]
    .flatMap(each => [each, `${each}${persistence}`])
    .some(address => {
      const expected = Buffer.from(
        createHmac('sha1', authToken).update(address).update(parameters).digest('base64'),
      )
      return expected.length === given.length && timingSafeEqual(expected, given)
    })
}

/** Format check before any computation: twenty bytes in base64. */
export const isSignature = (signature: string): boolean => /^[A-Za-z0-9+/]{27}=$/.test(signature)

/** Names and values without separators, sorted by name; each distinct value of a repeated name once. */
function sortedParameters(form: URLSearchParams): string {
  const values = new Map<string, Set<string>>()
  for (const [name, value] of form) {
    const known = values.get(name)
    if (known) known.add(value)
    else values.set(name, new Set([value]))
  }
  return [...values.keys()]
    .toSorted()
    .flatMap(name => [...(values.get(name) ?? [])].toSorted().map(value => `${name}${value}`))
    .join('')
}

const withoutPort = (url: string): string => url.replace(/^(https?:\/\/[^/]*?):\d+(?=\/)/, '$1')

function withPort(url: string): string {
  const port = url.startsWith('https:') ? 443 : 80
  return withoutPort(url).replace(/^(https?:\/\/[^/]*)/, `$1:${port}`)
}
