// Texting behind the real guard, over HTTP, with clients that each act for their own advisor.
import { randomInt, randomUUID } from 'node:crypto'
import { RememberedTotals } from '../../src/addressbook/index.ts'
import { serveAddressBook } from '../../src/addressbook/serve.ts'
import { receiveText } from '../../src/delivery/replies/receive-text.ts'
import type { ReceivedText } from '../../src/delivery/replies/received-text.ts'
import { createPool, type Database } from '../../src/platform/db/pool.ts'
import { followNewPhones } from '../../src/texting/number-changes/follow-new-phones.ts'
import { serveTexting } from '../../src/texting/serve.ts'
import { createTestDatabase } from '../database/database.ts'
import { createTokenIssuer, createVisitor } from '../people/access-tokens.ts'
import { authorizeForFirm } from '../people/people.ts'
import { createTestGuard } from './guard.ts'
import { createTestServer, listen, testOrigin } from './http.ts'

interface Success {
  readonly messageId: number
  readonly memberId: number
  readonly phone: string
  readonly consentState: string
  readonly scheduleId: number
}

interface Failure {
  readonly phone: string
  readonly memberId: number
  readonly code: string
  readonly reason: string
  readonly retryable: boolean
  readonly mayAskAt?: number | null
}

/** Possible fields of responses of texting and the address book. A test reads those that its operation returns. */
export interface TextingBody {
  readonly successes: readonly [Success, ...Success[]]
  readonly failures: readonly string[]
  readonly failureDetails: readonly [Failure, ...Failure[]]
  readonly id: number
  readonly memberId: number
  readonly state: string
  readonly status: string
  readonly lastChanged: number
  readonly lastRequested: number
  readonly mayAskAt?: number | null
  readonly dateTimeCreated: string
  readonly dateTimeUpdated: string
  readonly dateTimeModified: string
  readonly phone: string
  readonly text: string
  readonly frequency: number
  readonly deliveryDate: number
  readonly nextDeliveryDate: number
  readonly endReason: string
  readonly firings: readonly object[]
  readonly data: readonly [
    {
      readonly contactId: number
      readonly scheduleId: number
      readonly phone: string
      readonly lastChanged: number
    },
  ]
  readonly after?: string
  readonly consents: readonly { readonly phone: string }[]
  readonly notFound: readonly string[]
  readonly outcome: string
  readonly plan: { readonly burstLeft: number }
  readonly pageInfo: { readonly totalRecord: number }
  readonly code: string
  readonly detail: string
  readonly details: { readonly errors: readonly { readonly path: string }[] }
  readonly retryable: boolean
}

interface TextingAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
  readonly body: TextingBody
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

export interface TextingClient {
  readonly advisorId: number
  readonly firmId: number
  readonly applicationId: number
  /** The advisor's texting number. */
  readonly number: string
  /** Paths are relative to /v1. */
  readonly call: (
    method: Method,
    path: string,
    body?: object,
    headers?: Record<string, string>,
  ) => Promise<TextingAnswer>
  readonly send: (body: object, headers?: Record<string, string>) => Promise<TextingAnswer>
  readonly ask: (phoneNumbers: readonly string[], headers?: Record<string, string>) => Promise<TextingAnswer>
  readonly consent: (phone: string) => Promise<TextingAnswer>
  /** A reply from this phone to the advisor's number. */
  readonly reply: (phone: string, text: string, how?: Partial<Reply>) => Promise<ReceivedText>
  /** Asks for consent and answers YES. */
  readonly accept: (phone: string) => Promise<void>
}

interface Reply {
  readonly carrierMessageId: string
  readonly sentAt: Date
  readonly latestAt: Date
}

export interface TextingOptions {
  readonly isConsentRequired?: boolean
  readonly consentText?: string | null
  readonly hasNumber?: boolean
  /** False: the firm has decided nothing. */
  readonly hasPolicy?: boolean
  /** Scopes of the token; by default all. */
  readonly scope?: string
  /** The firm allows the application, and the token does not depend on a grant of the advisor. */
  readonly isAllowedByFirm?: boolean
}

export interface TextingServer {
  readonly database: Database
  readonly owner: Database
  readonly sealer: Database
  readonly url: string
  readonly databaseUrl: string
  readonly welcome: (options?: TextingOptions) => Promise<TextingClient>
  readonly close: () => Promise<void>
}

export const testCarrier = 'test'
const consentText =
  'Hello, this is {advisor} of {firm}. Reply YES to receive texts from me, STOP to opt out, HELP for help.'

/** A number that no other test of the run uses. */
export const newPhone = (): string => `+1${randomInt(2_000_000_000, 9_999_999_999)}`

export async function startTexting({ connections = 6 } = {}): Promise<TextingServer> {
  const { database, owner, sealer, url: databaseUrl, drop } = await createTestDatabase()
  const pool = createPool({
    url: databaseUrl,
    size: connections,
    applicationName: 'test',
    connectTimeoutMs: 10_000,
  })
  const guard = createTestGuard(database)
  const app = createTestServer({ guard })
  serveAddressBook(app, {
    database: pool,
    followPhones: followNewPhones,
    totals: new RememberedTotals(),
  })
  serveTexting(app, { database: pool })
  const { url } = await listen(app)
  const issuer = await createTokenIssuer(database)
  return {
    database,
    owner,
    sealer,
    url,
    databaseUrl,
    welcome: async options => {
      const visitor = await createVisitor(database, testOrigin)
      const { id: advisorId, firmId } = visitor.advisor
      const credentials = {
        authorization: `Bearer ${await issuer.sign(
          visitor.claims({
            ...(options?.scope !== undefined && { scope: options.scope }),
            ...(options?.isAllowedByFirm && { gid: undefined }),
          }),
        )}`,
        'x-api-key': visitor.apiKey,
      }
      if (options?.isAllowedByFirm) await authorizeForFirm(database, firmId, visitor.application.id)
      const number = await prepare(database, advisorId, firmId, options)
      return clientOf({
        pool,
        url,
        credentials,
        advisorId,
        firmId,
        number,
        applicationId: visitor.application.id,
      })
    },
    close: async () => {
      await app.close()
      await guard.close()
      await pool.end()
      await drop()
    },
  }
}

/** A texting number for the advisor, and a policy for the firm. */
export async function prepare(
  database: Database,
  advisorId: number,
  firmId: number,
  options: TextingOptions = {},
): Promise<string> {
  const {
    isConsentRequired = true,
    consentText: text = consentText,
    hasNumber = true,
    hasPolicy = true,
  } = options
  const number = newPhone()
  if (hasNumber) {
    await database.query('insert into texting_number (advisor_id, number) values ($1, $2)', [
      advisorId,
      number,
    ])
  }
  if (!hasPolicy) return number
  await database.query(
    `insert into texting_policy
       (firm_id, version, consent_required, consent_request_text, help_text, stop_confirmation_text, decided_by)
     values ($1, 1, $2, $3, '{firm}: reply STOP to opt out.', '{firm}: you will get no more texts.', 'test')`,
    [firmId, isConsentRequired, text],
  )
  return number
}

interface Acting {
  readonly pool: Database
  readonly url: string
  readonly credentials: Record<string, string>
  readonly advisorId: number
  readonly firmId: number
  readonly applicationId: number
  readonly number: string
}

function clientOf({ pool, url, credentials, ...who }: Acting): TextingClient {
  const call: TextingClient['call'] = async (method, path, body, headers = {}) => {
    const answer = await fetch(`${url}/v1${path}`, {
      method,
      headers: { ...credentials, ...(body && { 'content-type': 'application/json' }), ...headers },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    return {
      status: answer.status,
      headers: Object.fromEntries(answer.headers),
      text,
      body: JSON.parse(text || '{}') as TextingBody,
    }
  }
  const ask: TextingClient['ask'] = (phoneNumbers, headers) =>
    call('POST', '/text/messaging/consent-requests', { phoneNumbers }, headers)
  const reply: TextingClient['reply'] = (phone, text, how = {}) =>
    receiveText(pool, testCarrier, {
      from: phone,
      to: who.number,
      text,
      carrierMessageId: how.carrierMessageId ?? randomUUID(),
      sentAt: how.sentAt ?? new Date(),
      ...(how.latestAt && { latestAt: how.latestAt }),
    })
  return {
    ...who,
    call,
    ask,
    reply,
    send: (body, headers) => call('POST', '/text/messaging/messages', body, headers),
    consent: phone => call('GET', `/text/messaging/consents?phone=${encodeURIComponent(phone)}`),
    accept: async phone => {
      const { status, text } = await ask([phone])
      if (status !== 200) throw new Error(`a consent request was refused: ${text}`)
      await reply(phone, 'YES')
    },
  }
}
