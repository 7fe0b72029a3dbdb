import { beforeEach, describe, expect, it } from 'vitest'
import { useTestDatabase } from '../../../test/database/database.ts'
import { addFirm } from '../people/add-firm.ts'
import { hashSecret } from '../secrets.ts'
import { addApplication } from './add-application.ts'
import { addKey } from './add-key.ts'
import { authorizeApplication } from './authorize-application.ts'
import { changeApplication } from './change-application.ts'
import { listApplications } from './list-applications.ts'
import { listKeys } from './list-keys.ts'
import { applicationByClientId, validSecretHashes } from './queries.ts'
import { revokeKey } from './revoke-key.ts'
import { rotateSecret } from './rotate-secret.ts'
import { showApplication } from './show-application.ts'
import { unauthorizeApplication } from './unauthorize-application.ts'

const { database, owner } = await useTestDatabase()
// Not truncated: truncate would cascade to append-only tables (policies, firings).
const emptied = [
  'held_application',
  'client_secret',
  'api_key',
  'authorization_grant',
  'firm_authorization',
  'application',
  'advisor',
  'firm',
]
beforeEach(() => owner.query(emptied.map(table => `delete from ${table}`).join('; ')))

const crm = {
  name: 'Northwind CRM',
  redirectUris: ['https://crm.example.com/callback'],
  scopes: ['openid', 'offline_access', 'text.messaging.write'],
  grantTypes: [],
}
const add = (changes: Partial<typeof crm> = {}) => addApplication(database, 'sandbox', { ...crm, ...changes })
const notFound = { code: 'not_found' }
const invalid = { code: 'invalid_request' }

/** Whether the authorization server would accept this secret now. */
async function isAccepted(clientId: string, secret: string): Promise<boolean> {
  const [application] = await applicationByClientId(database, [clientId])
  const hashes = await validSecretHashes(database, [application?.id ?? 0])
  return hashes.some(({ hash }) => hash.equals(hashSecret(secret)))
}

describe('an application', () => {
  it('is registered with a client id, a secret and a key that name its environment', async () => {
    const { application, clientSecret, key } = await add()
    expect(application).toMatchObject({
      name: crm.name,
      redirectUris: crm.redirectUris,
      scopes: crm.scopes,
      grantTypes: ['authorization_code', 'refresh_token'],
      active: true,
    })
    expect(application.clientId).toMatch(/^app_[\w-]{22}$/)
    expect(clientSecret).toMatch(/^parley_secret_sandbox_[\w-]{43}$/)
    expect(key.apiKey).toMatch(/^parley_key_sandbox_[\w-]{43}$/)
    expect(await isAccepted(application.clientId, clientSecret)).toBe(true)
    expect(await isAccepted(application.clientId, key.apiKey)).toBe(false)
    expect(await listApplications(database)).toEqual([application])
  })

  it('lists its secrets by date and its keys by hint, and reveals no secret', async () => {
    const { application, clientSecret, key } = await add()
    const shown = await showApplication(database, application.clientId)
    expect(shown).toMatchObject({ ...application, clientSecrets: [{ expiresAt: null }], firms: [] })
    expect(shown.apiKeys).toMatchObject([{ id: key.id, hint: key.apiKey.slice(-4), revokedAt: null }])
    for (const secret of [clientSecret, key.apiKey]) {
      expect(JSON.stringify(shown)).not.toContain(secret)
      expect(JSON.stringify(shown)).not.toContain(hashSecret(secret).toString('hex'))
    }
  })

  it.each([
    ['name', { name: '' }],
    ['redirectUris', { redirectUris: ['http://crm.example.com/callback'] }],
    ['scopes', { scopes: ['openid', 'everything'] }],
    ['grantTypes', { scopes: ['text.messaging.read'] }],
  ])('with an invalid %s is refused, and nothing is stored', async (field, changes) => {
    await expect(add(changes)).rejects.toMatchObject({
      ...invalid,
      details: { errors: [{ path: `/${field}` }] },
    })
    expect(await listApplications(database)).toEqual([])
  })

  it('can get a new name or redirect URIs, be disabled and enabled; the rest stays', async () => {
    const { application } = await add()
    const change = (changes: Parameters<typeof changeApplication>[3]) =>
      changeApplication(database, 'sandbox', application.clientId, changes)
    expect(await change({ name: 'Northwind' })).toEqual({ ...application, name: 'Northwind' })
    expect(await change({ active: false })).toMatchObject({ name: 'Northwind', active: false })
    expect(await change({ active: true })).toMatchObject({ active: true })
    const redirectUris = ['https://new.example.com/callback', 'http://localhost:3000/callback']
    expect(await change({ redirectUris })).toMatchObject({ redirectUris })
    await expect(change({ redirectUris: [] })).rejects.toMatchObject(invalid)
    await expect(change({ redirectUris: ['https://*.example.com/'] })).rejects.toMatchObject(invalid)
    await expect(
      changeApplication(database, 'production', application.clientId, { redirectUris }),
    ).rejects.toMatchObject(invalid)
    expect(await listApplications(database)).toMatchObject([{ redirectUris }])
  })

  it('that is unknown is refused by every operation', async () => {
    const { id: firmId } = await addFirm(database, { name: 'Harbor' })
    const clientId = 'app_unknown'
    const verbs = [
      showApplication(database, clientId),
      changeApplication(database, 'sandbox', clientId, { active: false }),
      rotateSecret(database, 'sandbox', { clientId, overlapSeconds: 0 }),
      authorizeApplication(database, { clientId, firmId }),
      unauthorizeApplication(database, { clientId, firmId }),
      addKey(database, 'sandbox', { clientId }),
      listKeys(database, clientId),
    ]
    for (const { status, ...outcome } of await Promise.allSettled(verbs)) {
      expect(status).toBe('rejected')
      expect(outcome).toMatchObject({ reason: notFound })
    }
  })
})

describe('a client secret', () => {
  it('stays valid for the overlap after a rotation, and no longer', async () => {
    const { application, clientSecret: first } = await add()
    const { clientId } = application
    const { clientSecret: second, olderEndAt } = await rotateSecret(database, 'sandbox', {
      clientId,
      overlapSeconds: 3_600,
    })
    expect((olderEndAt?.getTime() ?? 0) - Date.now()).toBeGreaterThan(3_500_000)
    expect([await isAccepted(clientId, first), await isAccepted(clientId, second)]).toEqual([true, true])
    await owner.query(
      `update client_secret set expires_at = now() - interval '1 ms' where expires_at is not null`,
    )
    expect([await isAccepted(clientId, first), await isAccepted(clientId, second)]).toEqual([false, true])
  })

  it('expires at once without an overlap, even during an earlier overlap', async () => {
    const { application, clientSecret: first } = await add()
    const { clientId } = application
    const second = await rotateSecret(database, 'sandbox', { clientId, overlapSeconds: 3_600 })
    const third = await rotateSecret(database, 'sandbox', { clientId, overlapSeconds: 0 })
    const secrets = [first, second.clientSecret, third.clientSecret]
    const accepted = await Promise.all(secrets.map(secret => isAccepted(clientId, secret)))
    expect(accepted).toEqual([false, false, true])
  })

  it('is not extended by another rotation', async () => {
    const { application } = await add()
    const { clientId } = application
    const { olderEndAt } = await rotateSecret(database, 'sandbox', { clientId, overlapSeconds: 60 })
    await rotateSecret(database, 'sandbox', { clientId, overlapSeconds: 86_400 })
    const { clientSecrets } = await showApplication(database, clientId)
    expect(clientSecrets).toHaveLength(3)
    expect(clientSecrets.at(-1)?.expiresAt).toEqual(olderEndAt)
  })

  it('is the only one without an expiry after any number of concurrent rotations', async () => {
    const { application } = await add()
    const { clientId } = application
    await Promise.all(
      Array.from({ length: 4 }, () => rotateSecret(database, 'sandbox', { clientId, overlapSeconds: 60 })),
    )
    const { clientSecrets } = await showApplication(database, clientId)
    expect(clientSecrets.filter(({ expiresAt }) => expiresAt === null)).toHaveLength(1)
  })
})

describe('an API key', () => {
  it('has the usage plan of its environment, or one of its own', async () => {
    const { application } = await add()
    const { clientId } = application
    await addKey(database, 'production', { clientId })
    await addKey(database, 'sandbox', { clientId, usagePlan: { burst: 400, dailyQuota: null } })
    expect(await listKeys(database, clientId)).toMatchObject([
      { ratePerSecond: 10, burst: 50, dailyQuota: 10_000 },
      { ratePerSecond: 50, burst: 200, dailyQuota: null },
      { ratePerSecond: 10, burst: 400, dailyQuota: null },
    ])
    await expect(addKey(database, 'sandbox', { clientId, usagePlan: { burst: 0 } })).rejects.toMatchObject(
      invalid,
    )
  })

  it('is listed with its application, and revoked permanently', async () => {
    const { key } = await add()
    await add({ name: 'Other' })
    expect(await listKeys(database)).toMatchObject([
      { applicationName: crm.name },
      { applicationName: 'Other' },
    ])
    const revoked = await revokeKey(database, key.id)
    expect(revoked.revokedAt).not.toBeNull()
    expect(await revokeKey(database, key.id)).toEqual(revoked)
    expect((await listKeys(database)).map(({ revokedAt }) => revokedAt === null)).toEqual([false, true])
    await expect(revokeKey(database, 7)).rejects.toMatchObject(notFound)
  })
})

describe('a firm’s authorization', () => {
  it('can be granted, revoked and granted again', async () => {
    const { application } = await add()
    const { clientId } = application
    const { id: firmId } = await addFirm(database, { name: 'Harbor Wealth' })
    const firms = async (): Promise<unknown[]> => [...(await showApplication(database, clientId)).firms]
    await authorizeApplication(database, { clientId, firmId })
    const given = await firms()
    expect(given).toMatchObject([{ id: firmId, name: 'Harbor Wealth' }])
    await authorizeApplication(database, { clientId, firmId })
    expect(await firms()).toEqual(given)
    await unauthorizeApplication(database, { clientId, firmId })
    expect(await firms()).toEqual([])
    await expect(unauthorizeApplication(database, { clientId, firmId })).rejects.toMatchObject({
      code: 'conflict',
      message: 'Harbor Wealth has not authorized Northwind CRM.',
    })
    await authorizeApplication(database, { clientId, firmId })
    expect(await firms()).toMatchObject([{ id: firmId }])
    await expect(authorizeApplication(database, { clientId, firmId: 99 })).rejects.toMatchObject(notFound)
  })

  it('covers the texting scopes that the firm chooses, by default all, and no others', async () => {
    const { application } = await add({ scopes: [...crm.scopes, 'text.messaging.read'] })
    const { clientId } = application
    const { id: firmId } = await addFirm(database, { name: 'Harbor Wealth' })
    const scopes = async () => (await showApplication(database, clientId)).firms.map(firm => firm.scopes)
    await authorizeApplication(database, { clientId, firmId })
    expect(await scopes()).toEqual([['text.messaging.read', 'text.messaging.write']])
    await authorizeApplication(database, { clientId, firmId, scopes: ['text.messaging.write'] })
    expect(await scopes()).toEqual([['text.messaging.write']])
    for (const refused of [[], ['openid'], ['text.messaging.write', 'core.contacts.read']]) {
      await expect(
        authorizeApplication(database, { clientId, firmId, scopes: refused }),
      ).rejects.toMatchObject(invalid)
    }
  })
})
