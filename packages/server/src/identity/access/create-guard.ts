import { hash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { ApplicationCaller, Caller } from '../../platform/caller/caller.ts'
import { classifyDatabaseError } from '../../platform/db/errors.ts'
import type { Environment } from '../../platform/db/migrate.ts'
import type { Database } from '../../platform/db/pool.ts'
import type { Guard } from '../../platform/http/guard.ts'
import { RecentReads } from '../../platform/memory/recent-reads.ts'
import { Problem } from '../../platform/problem/problem.ts'
import { type Clock, systemClock } from '../../platform/time/clock.ts'
import { TooSlowError } from '../../platform/time/within.ts'
import { hashSecret } from '../secrets.ts'
import { AddressLimit, failuresPlan, tooMany } from './address-limit.ts'
import { type Access, decideAccess, decideApplicationAccess, type Refusal } from './decide-access.ts'
import { accessByCredentials, applicationAccess } from './queries.ts'
import { isGuess } from './refusals.ts'
import { SigningKeys } from './signing-keys.ts'
import type { TokenSubject } from './token-subject.ts'
import { type Identified, TokenVerifier } from './token-verifier.ts'
import { MemoryCounter } from './usage/memory-counter.ts'
import { RedisCounter } from './usage/redis-counter.ts'
import { retryAfterSeconds, usageHeaders, usageLeft } from './usage/usage-headers.ts'
import { type OutsideIssuer, outsideKeys } from './verify-outside-token.ts'

interface GuardConfig {
  readonly environment: Environment
  readonly publicOrigin: string
  readonly redisUrl: string | undefined
  readonly outsideIssuer: string | undefined
  readonly outsideJwksUrl: string | undefined
  readonly outsideAudience: string | undefined
  readonly outsideClaims: OutsideIssuer['claims']
}

interface GuardParts {
  readonly database: Database
  readonly config: GuardConfig
  readonly log: {
    info(fields: object, message: string): void
    warn(fields: object, message: string): void
  }
  readonly clock?: Clock
}

// Every process rejects revoked access within five seconds: the database's state is cached for four, and for one more if it
// does not respond.
const ages = { freshMs: 4_000, lastResortMs: 5_000, readMs: 2_000 }
const accessesMax = 50_000

/** The guard of the partner API: token, then key, then, after the scope check, rate and quota. */
export function createGuard({ database, config, log, clock = systemClock }: GuardParts): Guard & {
  close(): Promise<void>
} {
  const tokens = new TokenVerifier({
    publicOrigin: config.publicOrigin,
    keys: new SigningKeys(database, config.environment, clock),
    outside: outsideIssuer(config),
    clock,
  })
  const accesses = new RecentReads<Access | Refusal>(accessesMax, ages, clock)
  const failures = new AddressLimit(failuresPlan, clock)
  const admissions = new WeakMap<Caller | ApplicationCaller, Access>()
  const memory = new MemoryCounter(clock)
  const redis =
    config.redisUrl === undefined
      ? undefined
      : new RedisCounter({ url: config.redisUrl, namespace: config.publicOrigin, fallback: memory, log })
  const usage = redis ?? memory

  async function readAccess(subject: TokenSubject, apiKey: string | undefined): Promise<Access | Refusal> {
    const keyHash = apiKey === undefined ? null : hashSecret(apiKey)
    const access = await decide(subject, keyHash)
    if ('caller' in access) admissions.set(access.caller, access)
    return access
  }

  async function decide(subject: TokenSubject, keyHash: Buffer | null): Promise<Access | Refusal> {
    const { clientId, advisor, authority } = subject
    if (!advisor) {
      const [row] = await applicationAccess(database, [clientId, keyHash])
      return decideApplicationAccess(subject, keyHash !== null, row)
    }
    const [row] = await accessByCredentials(database, [
      clientId,
      'id' in advisor ? advisor.id : null,
      'identifier' in advisor ? advisor.identifier : null,
      authority.kind === 'grant' ? authority.grantId : null,
      keyHash,
    ])
    return decideAccess(subject, keyHash !== null, row)
  }

  const cacheKey = (digest: string, apiKey: string | undefined): string =>
    `${digest}${apiKey === undefined ? '' : hash('sha256', apiKey, 'base64url')}`

  function accessOf(
    { digest, subject }: Identified,
    apiKey: string | undefined,
  ): Access | Refusal | Promise<Access | Refusal> {
    return accesses.get(cacheKey(digest, apiKey), () => readAccess(subject, apiKey))
  }

  /** From an address with too many failures, only cached tokens and keys are accepted, so its neighbours can continue. */
  function refuseGuessers(request: FastifyRequest): void {
    const seconds = failures.waitSeconds(request.ip)
    if (seconds === 0) return
    const known = tokens.known(request.headers.authorization)
    if (!known || !accesses.knows(cacheKey(known.digest, apiKeyOf(request)))) throw tooMany(seconds)
  }

  return {
    identify: async (request: FastifyRequest) => {
      try {
        refuseGuessers(request)
        const identified = tokens.identify(request.headers.authorization)
        const access = accessOf(
          identified instanceof Promise ? await identified : identified,
          apiKeyOf(request),
        )
        const decided = access instanceof Promise ? await access : access
        if ('refuse' in decided) throw decided.refuse()
        return decided.caller
      } catch (error) {
        if (isGuess(error)) failures.count(request.ip)
        throw asProblem(error)
      }
    },

    admit: async (caller, reply) => {
      const access = admissions.get(caller)
      if (!access) throw new Error('the caller was not identified by this guard')
      const verdict = await usage.count(access.apiKeyId, access.plan)
      reply.headers(usageHeaders(access.plan, verdict))
      if (verdict.refusedBy === undefined) return usageLeft(access.plan, verdict)
      const seconds = retryAfterSeconds(verdict)
      const spent =
        verdict.refusedBy === 'rate' ? 'Too many requests at once' : 'The requests of this day are used up'
      throw new Problem('rate_limited', `${spent}. Try again in ${seconds} s.`, {
        headers: { 'retry-after': String(seconds) },
      })
    },

    close: async () => redis?.close(),
  }
}

function outsideIssuer(config: GuardConfig): OutsideIssuer | undefined {
  const { outsideIssuer: issuer, outsideJwksUrl, outsideAudience: audience, outsideClaims: claims } = config
  if (issuer === undefined) return undefined
  if (outsideJwksUrl === undefined || audience === undefined) {
    throw new Error('An external issuer needs OUTSIDE_JWKS_URL and OUTSIDE_AUDIENCE')
  }
  if (issuer === config.publicOrigin) throw new Error('The external issuer must not be this installation')
  return { issuer, audience, claims, keys: outsideKeys(outsideJwksUrl) }
}

/** Two headers are rejected before this, so it is one value or none. */
function apiKeyOf({ headers }: FastifyRequest): string | undefined {
  const apiKey = headers['x-api-key']
  return typeof apiKey === 'string' && apiKey !== '' ? apiKey : undefined
}

/** If the database cannot tell whether a caller may proceed, all are refused with an error that is not their fault. */
function asProblem(error: unknown): unknown {
  if (error instanceof Problem) return error
  const isDatabase = error instanceof TooSlowError || classifyDatabaseError(error) !== 'bug'
  return isDatabase
    ? new Problem('downstream_unavailable', 'The database cannot be reached.', { cause: error })
    : error
}
