import { createHmac, timingSafeEqual } from 'node:crypto'
import { persistence } from './webhook-paths.ts'

interface SignedRequest {
  /** The whole address, as the carrier was given it. */
  readonly url: string
  readonly form: URLSearchParams
  /** The header X-Twilio-Signature. */
  readonly signature: string
}

/**
 * Whether the carrier signed this request: the address and every parameter, under the account's token. The port of the
 * scheme is sometimes named and sometimes not, and so is what follows the address.
 */
export function isSigned({ url, form, signature }: SignedRequest, authToken: string): boolean {
  const parameters = sortedParameters(form)
  const given = Buffer.from(signature)
  const addresses = [url, withoutPort(url), withPort(url)].flatMap(each => [each, `${each}${persistence}`])
  return addresses.some(address => {
    const expected = Buffer.from(
      createHmac('sha1', authToken).update(`${address}${parameters}`).digest('base64'),
    )
    return expected.length === given.length && timingSafeEqual(expected, given)
  })
}

/** Names and values without anything between them, in the order of the names; of a name that comes twice each value once. */
function sortedParameters(form: URLSearchParams): string {
  const names = [...new Set(form.keys())].toSorted()
  return names
    .flatMap(name => [...new Set(form.getAll(name))].toSorted().map(value => `${name}${value}`))
    .join('')
}

const withoutPort = (url: string): string => url.replace(/^(https?:\/\/[^/]*?):\d+(?=\/)/, '$1')

function withPort(url: string): string {
  const port = url.startsWith('https:') ? 443 : 80
  return withoutPort(url).replace(/^(https?:\/\/[^/]*)/, `$1:${port}`)
}
