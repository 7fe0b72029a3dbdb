// What an advisor sees of what applications get to know.
import { appOperations } from '@parley/contract'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createVisitor, type Visitor } from '../../../test/people/access-tokens.ts'
import { type AdvisorApp, startAdvisorApp } from '../../../test/servers/advisor-app.ts'
import { recordAct } from '../../journal/index.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'

let server: AdvisorApp
let visitor: Visitor
let client: Awaited<ReturnType<AdvisorApp['signIn']>>
beforeAll(async () => {
  server = await startAdvisorApp()
})
afterAll(() => server.close())
beforeEach(async () => {
  visitor = await createVisitor(server.database, server.origin)
  client = await server.signIn(visitor.advisor.id)
})

const disclosures = () => client.ok(appOperations.listApplicationDisclosures)

interface TestWebhook {
  readonly url?: string
  readonly types?: readonly string[]
  readonly advisorIds?: readonly number[]
  readonly status?: string
  readonly createdAt?: string
}

const addWebhook = (applicationId: number, webhook: TestWebhook = {}) =>
  server.database.query(
    `insert into webhook_endpoint (application_id, url, types, advisor_ids, status, position, created_at)
     values ($1, $2, $3, $4, $5, 0, $6)`,
    [
      applicationId,
      webhook.url ?? 'https://crm.example.com:8443/hooks/canary-path?key=canary-query',
      webhook.types ?? null,
      webhook.advisorIds ?? null,
      webhook.status ?? 'active',
      webhook.createdAt ?? new Date(),
    ],
  )

type Kind = Parameters<typeof recordAct>[1]['kind']

const read = (advisorId: number, applicationId: number, kind: Kind = 'conversation.read') =>
  inTransaction(server.database, tx =>
    recordAct(tx, {
      owner: { advisorId },
      actor: { kind: 'application', applicationId },
      traceId: null,
      kind,
      subject: { kind: 'member', id: 1 },
      facts: {},
    }),
  )

it('names host, types and time of a webhook, and nothing else of its address', async () => {
  const applicationId = visitor.application.id
  await addWebhook(applicationId, { types: ['message.*'] })
  await addWebhook(applicationId, { url: 'https://old.example.com/', createdAt: '2020-01-01T00:00:00Z' })
  const { data } = await disclosures()
  expect(data).toEqual([
    {
      applicationId,
      webhooks: [
        { host: 'crm.example.com:8443', types: ['message.*'], dateTimeSince: expect.any(String) },
        { host: 'old.example.com', dateTimeSince: expect.any(String) },
      ],
    },
  ])
  expect(JSON.stringify(data)).not.toContain('canary')
  // Events are told from the grant on.
  expect(Date.parse(data[0]?.webhooks[1]?.dateTimeSince ?? '')).toBeGreaterThan(Date.parse('2021-01-01'))
})

it('leaves out webhooks that do not tell of this advisor', async () => {
  const other = await createVisitor(server.database, server.origin)
  await addWebhook(visitor.application.id, { status: 'untested' })
  await addWebhook(visitor.application.id, { advisorIds: [other.advisor.id] })
  await addWebhook(other.application.id)
  expect((await disclosures()).data).toEqual([{ applicationId: visitor.application.id, webhooks: [] }])
  await addWebhook(visitor.application.id, { advisorIds: [visitor.advisor.id] })
  expect((await disclosures()).data[0]?.webhooks).toHaveLength(1)
  await server.database.query('update authorization_grant set revoked_at = now() where advisor_id = $1', [
    visitor.advisor.id,
  ])
  expect((await disclosures()).data).toMatchObject([{ webhooks: [] }])
})

it('says when the application last read conversations of this advisor', async () => {
  const other = await createVisitor(server.database, server.origin)
  const before = Date.now()
  await read(other.advisor.id, visitor.application.id)
  await read(visitor.advisor.id, other.application.id)
  await read(visitor.advisor.id, visitor.application.id, 'message.accepted')
  const { data, since } = await disclosures()
  expect(data[0]).not.toHaveProperty('dateTimeConversationsRead')
  expect(Math.round((before - Date.parse(since)) / 86_400_000)).toBe(30)
  for (const kind of ['conversation.read', 'conversation.listed'] as const) {
    await read(visitor.advisor.id, visitor.application.id, kind)
    const readLast = Date.parse((await disclosures()).data[0]?.dateTimeConversationsRead ?? '')
    expect(readLast).toBeGreaterThanOrEqual(before - 1_000)
  }
})
