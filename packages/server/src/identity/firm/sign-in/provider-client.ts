import * as client from 'openid-client'
import { type Agent, request } from 'undici'
import { outgoingAddressMistake } from '../../../platform/outgoing/outgoing-address.ts'
import { unseal } from '../../secret-key/seal.ts'
import type { SecretKeys } from '../../secret-key/secret-keys.ts'
import type { SignInRow } from './queries.ts'

export interface ProviderParts {
  readonly secretKeys: SecretKeys
  /** Reaches public addresses only. */
  readonly agent: Agent
  readonly isSandbox: boolean
  readonly known: KnownProviders
}

interface KnownProvider {
  readonly settings: string
  readonly asked: Promise<client.Configuration>
  readonly untilMs: number
}

/** By firm. */
type KnownProviders = Map<number, KnownProvider>

const answerBytesMax = 256 * 1024
const waitSeconds = 10
const knownMs = 300_000

/**
 * The provider's metadata, with our credentials there, not older than five minutes: anybody can begin a sign-in, and must not be able to
 * make us call a provider as often as they like.
 */
export async function discoverProvider(
  parts: ProviderParts,
  signIn: SignInRow,
): Promise<client.Configuration> {
  const { issuer, clientId, encryptedClientSecret } = signIn
  const settings = JSON.stringify([issuer, clientId, encryptedClientSecret.toString('base64')])
  const known = parts.known.get(signIn.firmId)
  if (known?.settings === settings && known.untilMs > performance.now()) return known.asked
  const asked = askProvider(parts, signIn)
  parts.known.set(signIn.firmId, { settings, asked, untilMs: performance.now() + knownMs })
  // A provider that was away is asked again by the next sign-in.
  asked.catch(() => {
    if (parts.known.get(signIn.firmId)?.asked === asked) parts.known.delete(signIn.firmId)
  })
  return asked
}

/** It must name itself as the issuer that was set. */
async function askProvider(
  { secretKeys, agent, isSandbox }: ProviderParts,
  { firmId, issuer, clientId, encryptedClientSecret }: SignInRow,
): Promise<client.Configuration> {
  const about = String(firmId)
  const { clientSecret } = unseal(encryptedClientSecret, {
    keys: secretKeys,
    purpose: 'firm sign-in',
    about,
  }) as { clientSecret: string }
  const fetch = limitedFetch(agent, isSandbox)
  // A sandbox may use http on its own machine; limitedFetch checks every address.
  const execute = isSandbox ? [client.allowInsecureRequests] : []
  const options = { [client.customFetch]: fetch, timeout: waitSeconds, execute }
  const found = await client.discovery(new URL(issuer), clientId, clientSecret, undefined, options)
  const metadata = found.serverMetadata()
  // Basic only where it must be: it encodes the secret first, which not every provider undoes.
  const takesPost = metadata.token_endpoint_auth_methods_supported?.includes('client_secret_post')
  const authentication = (takesPost ? client.ClientSecretPost : client.ClientSecretBasic)(clientSecret)
  const configuration = new client.Configuration(metadata, clientId, clientSecret, authentication)
  configuration[client.customFetch] = fetch
  configuration.timeout = waitSeconds
  for (const apply of [...execute, client.enableNonRepudiationChecks]) apply(configuration)
  return configuration
}

/** The addresses are the provider's choice, so each is checked, and answers have a limit. */
function limitedFetch(agent: Agent, isSandbox: boolean): client.CustomFetch {
  return async (address, { method, headers, body, signal }) => {
    if (outgoingAddressMistake(address, { isSandbox }) !== undefined) {
      throw new TypeError('the provider names an address that may not be called')
    }
    const answer = await request(address, {
      dispatcher: agent,
      method: method as 'GET',
      headers,
      ...(body instanceof URLSearchParams && { body: body.toString() }),
      ...(signal && { signal }),
    })
    const chunks: Buffer[] = []
    let bytes = 0
    for await (const chunk of answer.body) {
      bytes += (chunk as Buffer).length
      if (bytes > answerBytesMax) throw new TypeError('the answer of the provider is too large')
      chunks.push(chunk as Buffer)
    }
    const pairs = Object.entries(answer.headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)] as [string, string]],
    )
    const isEmpty = answer.statusCode === 204 || answer.statusCode === 304
    return new Response(isEmpty ? null : Buffer.concat(chunks), { status: answer.statusCode, headers: pairs })
  }
}
