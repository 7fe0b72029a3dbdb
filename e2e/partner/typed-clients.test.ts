// Clients that partners generate from /openapi.json: one typed by openapi-typescript, and one that sends every member of a
// body, with null or the zero of its type for what it leaves out.
import { setTimeout as sleep } from 'node:timers/promises'
import createClient, { type Client } from 'openapi-fetch'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { onSharedInstallation } from '../installation.ts'
import type { Service } from '../service.ts'
import type { paths } from './openapi.generated.ts'

let service: Service
let typed: Client<paths>
let headers: Record<string, string>
onSharedInstallation(installed => {
  service = installed
  headers = {
    authorization: `Bearer ${service.advisors[0]?.accessToken ?? ''}`,
    'x-api-key': service.application.apiKey,
  }
  typed = createClient<paths>({ baseUrl: service.baseUrl, headers, fetch: patientFetch })
})

/** Waits as long as a refusal for the usage plan says. */
async function patientFetch(request: Request): Promise<Response> {
  const response = await fetch(request.clone())
  if (response.status !== 429) return response
  await sleep(Number(response.headers.get('retry-after')) * 1_000)
  return patientFetch(request)
}

let phones = 0
/** A number that nobody has texted yet. */
const newPhone = (): string => `+1202555${String(3_000 + phones++)}`
const text = 'Your papers are ready.'
const tomorrow = (): number => Date.now() + 86_400_000

async function agree(phone: string): Promise<void> {
  await typed.POST('/sandbox/handsets/{phone}/replies', {
    params: { path: { phone } },
    body: { text: 'YES' },
  })
  await vi.waitFor(
    async () => {
      const { data } = await typed.GET('/text/messaging/consents', { params: { query: { phone } } })
      expect(data?.state).toBe('accepted')
    },
    { timeout: 120_000, interval: 300 },
  )
}

describe('openapi-fetch with the types of openapi-typescript', () => {
  it('texts someone who agreed, and schedules, reads and cancels a text', async () => {
    const phone = newPhone()
    const refused = await typed.POST('/text/messaging/messages', { body: { phone, text } })
    expect(refused.data?.failureDetails).toMatchObject([{ phone, code: 'consent_required' }])
    const asked = await typed.POST('/text/messaging/consent-requests', { body: { phoneNumbers: [phone] } })
    expect(asked.data?.successes).toMatchObject([{ phone, consentState: 'pending' }])
    await agree(phone)
    const sent = await typed.POST('/text/messaging/messages', { body: { phone, text } })
    const messageId = sent.data?.successes[0]?.messageId ?? 0
    await vi.waitFor(
      async () => {
        const path = { messageId }
        const { data } = await typed.GET('/text/messaging/messages/{messageId}', { params: { path } })
        expect(data).toMatchObject({ phone, status: 'delivered' })
      },
      { timeout: 120_000, interval: 300 },
    )
    const { data } = await typed.POST('/text/messaging/messages', {
      body: { phone, text, scheduleDelivery: true, deliveryDate: tomorrow(), frequency: 1 },
    })
    const schedule = { scheduleId: data?.successes[0]?.scheduleId ?? 0 }
    const address = '/text/messaging/scheduled-messages/{scheduleId}'
    expect((await typed.GET(address, { params: { path: schedule } })).data).toMatchObject({
      phone,
      status: 'active',
    })
    expect((await typed.DELETE(address, { params: { path: schedule } })).response.status).toBe(204)
    expect((await typed.GET(address, { params: { path: schedule } })).data?.status).toBe('cancelled')
  })

  it('reads every page, and an empty one after the last', async () => {
    const pageOf = async (page: number) => {
      const query = { page, pageSize: 20 }
      const { data } = await typed.GET('/core/contact/contacts', { params: { query } })
      return data
    }
    const first = await pageOf(1)
    const total = first?.pageInfo.totalRecord ?? 0
    const ids = new Set<number>()
    for (let page = 1; page <= Math.ceil(total / 20); page += 1) {
      for (const { contactId } of (await pageOf(page))?.data ?? []) ids.add(contactId)
    }
    expect(ids.size).toBe(total)
    expect(await pageOf(Number.MAX_SAFE_INTEGER)).toMatchObject({
      data: [],
      pageInfo: { totalRecord: total },
    })
  })

  it('reads every contact by cursor', async () => {
    const ids: number[] = []
    let after: string | undefined
    let total = 0
    do {
      const query = { pageSize: 20, sortBy: 'dateTimeModified', ...(after && { after }) } as const
      const { data } = await typed.GET('/core/contact/contacts', { params: { query } })
      for (const { contactId } of data?.data ?? []) ids.push(contactId)
      after = data?.pageInfo.nextCursor
      total = data?.pageInfo.totalRecord ?? 0
    } while (after !== undefined)
    expect([new Set(ids).size, ids.length]).toEqual([total, total])
  })

  it('creates and updates contacts in a batch', async () => {
    const contacts = [
      { externalContactId: 'typed-1', firstName: 'Ada', phone: newPhone() },
      { externalContactId: 'typed-2', emailAddress: 'not an email' },
    ]
    const first = await typed.POST('/core/contact/contacts/batch', { body: { contacts } })
    expect(first.data?.results.map(({ outcome }) => outcome)).toEqual(['created', 'failed'])
    const again = await typed.POST('/core/contact/contacts/batch', { body: { contacts } })
    expect(again.data?.results.map(({ outcome }) => outcome)).toEqual(['unchanged', 'failed'])
  })

  it('gets an empty page of every list, however large the page number', async () => {
    const query = { page: Number.MAX_SAFE_INTEGER, pageSize: 200 }
    const path = { phone: newPhone() }
    const pages = await Promise.all([
      typed.GET('/core/contact/contacts', { params: { query: { ...query, search: 'a' } } }),
      typed.GET('/core/contact/groups', { params: { query } }),
      typed.GET('/core/content/library/search', { params: { query } }),
      typed.GET('/text/messaging/scheduled-messages', { params: { query } }),
      typed.GET('/sandbox/handsets/{phone}/messages', { params: { query, path } }),
    ])
    for (const { data } of pages) expect(data).toMatchObject({ data: [], pageInfo: { page: query.page } })
  })
})

interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
}

interface Document {
  readonly paths: Readonly<
    Record<
      string,
      Readonly<
        Record<
          string,
          {
            readonly requestBody?: {
              readonly content: { readonly 'application/json': { readonly schema: Schema } }
            }
          }
        >
      >
    >
  >
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

describe('a client that sends every member of a body', () => {
  let document: Document
  beforeAll(async () => {
    const origin = new URL(service.baseUrl).origin
    document = (await (await fetch(`${origin}/openapi.json`)).json()) as Document
  })

  /** What a language without absent members sends: zero and false, and null for texts, lists and objects. */
  function defaultOf({ type }: Schema): unknown {
    const types = [type].flat()
    if (types.includes('integer') || types.includes('number')) return 0
    return types.includes('boolean') ? false : null
  }

  /** A call with all members of the operation's body. */
  async function call(
    method: 'POST' | 'PUT',
    path: string,
    body: Readonly<Record<string, unknown>>,
    ids: Readonly<Record<string, number | string>> = {},
  ): Promise<{ readonly status: number; readonly body: Record<string, unknown> }> {
    const { schema } = document.paths[path]?.[method.toLowerCase()]?.requestBody?.content[
      'application/json'
    ] ?? { schema: {} }
    const { properties = {} } = document.components.schemas[schema.$ref?.split('/').at(-1) ?? ''] ?? schema
    expect(Object.keys(properties)).toEqual(expect.arrayContaining(Object.keys(body)))
    const defaults = Object.entries(properties).map(([name, member]) => [name, defaultOf(member)])
    const address = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(ids[name])))
    const response = await patientFetch(
      new Request(`${service.baseUrl}${address}`, {
        method,
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify({ ...Object.fromEntries(defaults), ...body }),
      }),
    )
    return { status: response.status, body: (await response.json()) as Record<string, unknown> }
  }

  it('texts someone who agreed, and schedules and edits a text', async () => {
    const phone = newPhone()
    const send = () => call('POST', '/text/messaging/messages', { phone, text })
    expect(await send()).toMatchObject({ status: 200, body: { failureDetails: [{ phone }] } })
    const asked = await call('POST', '/text/messaging/consent-requests', { phoneNumbers: [phone] })
    expect(asked).toMatchObject({ status: 200, body: { successes: [{ phone }] } })
    await agree(phone)
    expect(await send()).toMatchObject({ status: 200, body: { successes: [{ phone }], failures: [] } })
    const all = { phoneNumbers: [phone], text }
    expect(await call('POST', '/text/messaging/messages', all)).toMatchObject({
      status: 200,
      body: { successes: [{ phone }] },
    })
    const later = { scheduleDelivery: true, deliveryDate: tomorrow(), frequency: 1 }
    const scheduled = await call('POST', '/text/messaging/messages', { phone, text, ...later })
    const [success] = scheduled.body['successes'] as { readonly scheduleId: number }[]
    const path = { scheduleId: success?.scheduleId ?? 0 }
    const address = '/text/messaging/scheduled-messages/{scheduleId}'
    // Only the frequency must be sent with an edit: its zero has a meaning.
    const edited = await call('PUT', address, { text: 'At eleven, then.', frequency: 1 }, path)
    expect(edited.status).toBe(200)
    expect((await typed.GET(address, { params: { path } })).data).toMatchObject({
      text: 'At eleven, then.',
      deliveryDate: later.deliveryDate,
      frequency: 1,
    })
  })

  it('creates and updates contacts in a batch', async () => {
    const line = document.components.schemas['ContactUpsert']
    const defaults = Object.entries(line?.properties ?? {}).map(([name, member]) => [name, defaultOf(member)])
    const upsert = (fields: object) => {
      const contact = { ...Object.fromEntries(defaults), externalContactId: 'whole-1', ...fields } as object
      return call('POST', '/core/contact/contacts/batch', { contacts: [contact] })
    }
    const phone = newPhone()
    const outcomes = [
      await upsert({ firstName: 'Ada', phone }),
      await upsert({ firstName: 'Ada M.', phone }),
      await upsert({ firstName: 'Ada M.', phone }),
    ]
    expect(outcomes.map(({ body }) => body['results'])).toMatchObject([
      [{ outcome: 'created' }],
      [{ outcome: 'updated' }],
      [{ outcome: 'unchanged' }],
    ])
  })

  it('creates contacts and groups, and changes them', async () => {
    const created = await call('POST', '/core/contact/contacts', { firstName: 'Ada', phone: newPhone() })
    expect(created.status).toBe(200)
    const contactId = Number(created.body['id'])
    const changed = await call(
      'PUT',
      '/core/contact/contacts/{contactId}',
      { firstName: 'Ada M.' },
      { contactId },
    )
    expect(changed.status).toBe(200)
    // Null clears a field of a contact, so such a client sends the whole contact.
    const read = await typed.GET('/core/contact/contacts/{contactId}', { params: { path: { contactId } } })
    expect(read.data).toMatchObject({ firstName: 'Ada M.' })
    expect(read.data).not.toHaveProperty('phone')
    const group = await call('POST', '/core/contact/groups', { name: 'Retirement' })
    expect(group.status).toBe(200)
    const put = (body: Record<string, unknown>) =>
      call('PUT', '/core/contact/contacts/{contactId}/groups', body, { contactId })
    expect((await put({ groupIds: [Number(group.body['id'])] })).status).toBe(200)
    expect((await put({ isSelectAllGroup: true })).status).toBe(200)
    const ids = { groupId: Number(group.body['id']) }
    const renamed = await call('PUT', '/core/contact/groups/{groupId}', { name: 'Retired' }, ids)
    expect(renamed.status).toBe(200)
    const members = await call('POST', '/core/contact/groups/{groupId}/members', { remove: [contactId] }, ids)
    expect(members.body).toMatchObject({ removed: 1 })
  })
})
