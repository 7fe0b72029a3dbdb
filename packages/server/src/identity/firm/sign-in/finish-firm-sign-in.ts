import * as client from 'openid-client'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import type { Tx } from '../../../platform/db/pool.ts'
import { mayEnter } from '../../person/may-enter.ts'
import { recordOfPerson, signingInAuthorOf } from '../../person/person-author.ts'
import { type PersonRow, personById } from '../../person/queries.ts'
import { hashSecret } from '../../secrets.ts'
import { discoverProvider } from './provider-client.ts'
import {
  type AttemptRow,
  insertSubject,
  personOfSubject,
  personToLink,
  type SignInRow,
  signInOfFirm,
  takeAttempt,
} from './queries.ts'
import { type FirmSignInParts, redirectUriOf } from './start-firm-sign-in.ts'

type Refusal =
  /** Not of this browser, not of this firm, used before, or too late. */
  | 'unknown_attempt'
  /** The provider refused, or its answer failed a check: signature, issuer, nonce, audience, code. */
  | 'provider'
  | 'unverified_email'
  /** Nobody of the firm has the address, or its domain is not proved. Nobody is created. */
  | 'unknown_person'
  /** The person is linked to another subject. */
  | 'other_subject'
  /** Disabled, or without a role. */
  | 'not_allowed'

export type FirmSignInOutcome =
  | { readonly outcome: 'welcome'; readonly person: PersonRow; readonly attempt: AttemptRow }
  | { readonly outcome: 'refused'; readonly why: Refusal; readonly cause?: unknown }

interface Return {
  readonly firmId: number
  readonly browser: string
  /** Query string of the callback. */
  readonly search: string
  readonly traceId: string
}

/** What a provider says of somebody, after its signature was checked. */
interface Statement {
  readonly issuer: string
  readonly subject: string
  readonly email: string | undefined
  readonly isEmailVerified: boolean
  readonly acr: string | null
  readonly amr: readonly string[]
}

/** The browser is back from the provider. The attempt is spent before anything is asked, so that an answer counts once. */
export async function finishFirmSignIn(
  parts: FirmSignInParts,
  { firmId, browser, search, traceId }: Return,
): Promise<FirmSignInOutcome> {
  const state = new URLSearchParams(search).get('state') ?? ''
  const [signIn] = await signInOfFirm(parts.database, [firmId])
  const [attempt] = await inTransaction(parts.database, tx =>
    takeAttempt(tx, [firmId, hashSecret(state), hashSecret(browser), false]),
  )
  if (!signIn || !attempt) return { outcome: 'refused', why: 'unknown_attempt' }
  let statement: Statement
  try {
    statement = await readStatement(parts, signIn, { attempt, state, search })
  } catch (cause) {
    return { outcome: 'refused', why: 'provider', cause }
  }
  return inTransaction(parts.database, async (tx): Promise<FirmSignInOutcome> => {
    const found = await findPerson(tx, firmId, statement)
    if (!('personId' in found)) return { outcome: 'refused', why: found.why }
    const [person] = await personById(tx, [found.personId])
    if (!person || person.firmId !== firmId || !mayEnter(person))
      return { outcome: 'refused', why: 'not_allowed' }
    const author = signingInAuthorOf(person, traceId)
    if (found.isNew) {
      await insertSubject(tx, [firmId, person.id, statement.issuer, statement.subject])
      await recordOfPerson(tx, author, { kind: 'firm_sign_in.linked', facts: { issuer: statement.issuer } })
    }
    const { issuer, acr, amr } = statement
    await recordOfPerson(tx, author, { kind: 'firm_sign_in.used', facts: { issuer, acr, amr: [...amr] } })
    return { outcome: 'welcome', person, attempt }
  })
}

interface Answer {
  readonly attempt: AttemptRow
  readonly state: string
  readonly search: string
}

async function readStatement(
  parts: FirmSignInParts,
  signIn: SignInRow,
  { attempt, state, search }: Answer,
): Promise<Statement> {
  const configuration = await discoverProvider(parts, signIn)
  const current = new URL(`${redirectUriOf(parts.publicOrigin, signIn.firmId)}${search}`)
  const tokens = await client.authorizationCodeGrant(configuration, current, {
    expectedState: state,
    expectedNonce: attempt.nonce,
    pkceCodeVerifier: attempt.codeVerifier,
    idTokenExpected: true,
  })
  const claims = tokens.claims()
  if (!claims) throw new Error('no ID token')
  const more =
    claims['email'] === undefined && configuration.serverMetadata().userinfo_endpoint !== undefined
      ? await client.fetchUserInfo(configuration, tokens.access_token, claims.sub)
      : undefined
  const source: Readonly<Record<string, unknown>> = more ?? claims
  const { email, acr, amr } = { email: source['email'], acr: claims['acr'], amr: claims['amr'] }
  return {
    issuer: claims.iss,
    subject: claims.sub,
    email: typeof email === 'string' ? email : undefined,
    // Entra has no email_verified. Its optional claim xms_edov says that the owner of the domain vouches for the address.
    isEmailVerified: source['email_verified'] === true || claims['xms_edov'] === true,
    acr: isShort(acr) ? acr : null,
    amr: Array.isArray(amr) ? amr.filter(isShort).slice(0, 10) : [],
  }
}

/** What goes into the journal has a limit. */
const isShort = (value: unknown): value is string => typeof value === 'string' && value.length <= 200

type Found = { readonly personId: number; readonly isNew: boolean } | { readonly why: Refusal }

/** By subject, and only the first time by address. */
async function findPerson(tx: Tx, firmId: number, statement: Statement): Promise<Found> {
  const { issuer, subject, email, isEmailVerified } = statement
  const [known] = await personOfSubject(tx, [issuer, subject])
  if (known)
    return known.firmId === firmId ? { personId: known.personId, isNew: false } : { why: 'unknown_person' }
  if (email === undefined || !isEmailVerified) return { why: 'unverified_email' }
  const [person] = await personToLink(tx, [firmId, email, issuer])
  if (!person) return { why: 'unknown_person' }
  return person.isLinked ? { why: 'other_subject' } : { personId: person.personId, isNew: true }
}
