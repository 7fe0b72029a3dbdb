import * as client from 'openid-client'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import type { Database } from '../../../platform/db/pool.ts'
import { Problem } from '../../../platform/problem/problem.ts'
import { hashSecret } from '../../secrets.ts'
import { discoverProvider, type ProviderParts } from './provider-client.ts'
import { deleteExpiredAttempts, insertAttempt, type SignInRow, signInByDomain } from './queries.ts'

export interface FirmSignInParts extends ProviderParts {
  readonly database: Database
  readonly publicOrigin: string
}

interface Start {
  readonly email: string
  /** Only this browser can finish it. */
  readonly browser: string
  /** Of an authorization page. Null: the app. */
  readonly interaction: string | null
  readonly target: string
}

export const attemptSeconds = 600

/** Each firm has its own, so that an answer of one provider cannot pass for another's. */
export const redirectUriOf = (publicOrigin: string, firmId: number): string =>
  `${publicOrigin}/sign-in/firm/${firmId}/callback`

/** Where the browser goes to sign in. Undefined: the domain of the address is no firm's. Nobody is looked up. */
export async function startFirmSignIn(
  parts: FirmSignInParts,
  { email, browser, interaction, target }: Start,
): Promise<URL | undefined> {
  const domain = email.trim().toLowerCase().split('@')[1] ?? ''
  const [signIn] = domain === '' || domain.length > 253 ? [] : await signInByDomain(parts.database, [domain])
  if (!signIn) return undefined
  const configuration = await askProvider(parts, signIn)
  const state = client.randomState()
  const nonce = client.randomNonce()
  const codeVerifier = client.randomPKCECodeVerifier()
  await inTransaction(parts.database, async tx => {
    await deleteExpiredAttempts(tx, [])
    await insertAttempt(tx, [
      signIn.firmId,
      hashSecret(state),
      hashSecret(browser),
      nonce,
      codeVerifier,
      interaction,
      target,
      null,
      attemptSeconds,
    ])
  })
  return client.buildAuthorizationUrl(configuration, {
    redirect_uri: redirectUriOf(parts.publicOrigin, signIn.firmId),
    scope: 'openid email profile',
    state,
    nonce,
    code_challenge: await client.calculatePKCECodeChallenge(codeVerifier),
    code_challenge_method: 'S256',
    login_hint: email.trim(),
  })
}

async function askProvider(parts: FirmSignInParts, signIn: SignInRow): Promise<client.Configuration> {
  try {
    return await discoverProvider(parts, signIn)
  } catch (cause) {
    throw new Problem('downstream_unavailable', 'Your firm’s sign-in cannot be reached.', { cause })
  }
}
