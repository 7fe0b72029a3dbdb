import { hash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { classifyDatabaseError } from '../../db/errors.ts'
import type { Environment } from '../../db/migrate.ts'
import type { Database } from '../../db/pool.ts'
import type { Caller, Guard } from '../../http/guard.ts'
import { Problem } from '../../http/problem.ts'
import { hashSecret } from '../secrets.ts'
import { type Clock, systemClock } from './clock.ts'
import { type Access, decideAccess, type Refusal } from './decide-access.ts'
import { accessByCredentials } from './queries.ts'
import { RecentReads } from './recent-reads.ts'
import { SigningKeys } from './signing-keys.ts'
import type { TokenSubject } from './token-subject.ts'
import { type Identified, TokenVerifier } from './token-verifier.ts'
import { MemoryCounter } from './usage/memory-counter.ts'
import { RedisCounter } from './usage/redis-counter.ts'
import { retryAfterSeconds, usageHeaders } from './usage/usage-headers.ts'
import { type OutsideIssuer, outsideKeys } from './verify-outside-token.ts'
import { TooSlowError } from './within.ts'

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

// A revocation is refused within five seconds on every process, whatever happens: what the database said is used for
// four, and for one more where it does not answer.
const ages = { freshMs: 4_000, lastResortMs: 5_000, readMs: 2_000 }
const accessesMax = 50_000

/** The guard of the partner API: token, then key, then, once the scope was checked, rate and quota. */
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
  const admissions = new WeakMap<Caller, Access>()
  const memory = new MemoryCounter(clock)
  const redis =
    config.redisUrl === undefined
      ? undefined
      : new RedisCounter({ url: config.redisUrl, namespace: config.publicOrigin, fallback: memory, log })
  const usage = redis ?? memory

  async function readAccess(subject: TokenSubject, apiKey: string | undefined): Promise<Access | Refusal> {
    const { clientId, advisor, authority } = subject
    const [row] = await accessByCredentials(database, [
      clientId,
      'id' in advisor ? advisor.id : null,
      'identifier' in advisor ? advisor.identifier : null,
      authority.kind === 'grant' ? authority.grantId : null,
      apiKey === undefined ? null : hashSecret(apiKey),
    ])
    const access = decideAccess(subject, apiKey !== undefined, row)
    if ('caller' in access) admissions.set(access.caller, access)
    return access
  }

  function accessOf(
    { digest, subject }: Identified,
    apiKey: string | undefined,
  ): Access | Refusal | Promise<Access | Refusal> {
    const keyDigest = apiKey === undefined ? '' : hash('sha256', apiKey, 'base64url')
    return accesses.get(`${digest}${keyDigest}`, () => readAccess(subject, apiKey))
  }

  return {
    identify: async (request: FastifyRequest) => {
      try {
        const identified = tokens.identify(request.headers.authorization)
        const access = accessOf(
          identified instanceof Promise ? await identified : identified,
          apiKeyOf(request),
        )
        const decided = access instanceof Promise ? await access : access
        if ('refuse' in decided) throw decided.refuse()
        return decided.caller
      } catch (error) {
        throw asProblem(error)
      }
    },

    admit: async (caller, reply) => {
      const access = admissions.get(caller)
      if (!access) throw new Error('a caller whom this guard has not identified')
      const verdict = await usage.count(access.apiKeyId, access.plan)
      reply.headers(usageHeaders(access.plan, verdict))
      if (verdict.refusedBy === undefined) return
      const seconds = retryAfterSeconds(verdict)
      const spent =
        verdict.refusedBy === 'rate'
          ? 'These are too many requests at once'
          : 'The requests of this day are used up'
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
    throw new Error('An outside issuer needs the address of its keys and the audience of its tokens')
  }
  if (issuer === config.publicOrigin) throw new Error('The outside issuer must not be this installation')
  return { issuer, audience, claims, keys: outsideKeys(outsideJwksUrl) }
}

/** Two headers are refused before this, so it is one value or none. */
function apiKeyOf({ headers }: FastifyRequest): string | undefined {
  const apiKey = headers['x-api-key']
  return typeof apiKey === 'string' && apiKey !== '' ? apiKey : undefined
}

/** Where the database does not say whether a caller may come in, it is not the caller's fault, and nobody comes in. */
function asProblem(error: unknown): unknown {
  if (error instanceof Problem) return error
  const isDatabase = error instanceof TooSlowError || classifyDatabaseError(error) !== 'bug'
  return isDatabase
    ? new Problem('downstream_unavailable', 'The database cannot be reached.', { cause: error })
    : error
}
