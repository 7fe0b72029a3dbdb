import { describe, expect, it } from 'vitest'
import { readJournal } from '../../../test/database/address-book-audit.ts'
import { useTestDatabase } from '../../../test/database/database.ts'
import { watchDatabase } from '../../../test/database/watched-database.ts'
import { createAdvisor } from '../../../test/people/people.ts'
import { changeFirm } from '../../identity/index.ts'
import { changeConsentException } from './change-consent-exception.ts'
import { changeTextingPolicy } from './change-texting-policy.ts'
import { findTextingAccounts } from './find-texting-accounts.ts'
import { findTextingPolicy } from './find-texting-policy.ts'
import { listConsentExceptions } from './list-consent-exceptions.ts'
import { listTextingPolicies } from './list-texting-policies.ts'
import { defaultPolicy } from './policy-texts.ts'
import { seedTextingPolicy } from './seed-texting-policy.ts'

const { database, owner } = await useTestDatabase()

const request = '{firm}: reply YES to agree or STOP to opt out.'
type Changes = Parameters<typeof changeTextingPolicy>[1]['changes']
const change = (firmId: number, changes: Changes) =>
  changeTextingPolicy(database, { firmId, decidedBy: 'olive', changes })
const versionsOf = async (firmId: number): Promise<number[]> =>
  (await listTextingPolicies(database, firmId)).map(({ version }) => version)

describe('a firm’s policy', () => {
  it('defaults: consent is required and cannot be requested, HELP and STOP are answered', async () => {
    const { firmId } = await createAdvisor(database)
    expect(await findTextingPolicy(database, firmId)).toEqual({
      version: 0,
      isConsentRequired: true,
      consentRequestText: null,
      helpText: expect.stringContaining('STOP') as string,
      stopConfirmationText: expect.stringContaining('no more texts') as string,
      optInConfirmationText: expect.stringContaining('STOP') as string,
      askAgainAfterHours: 0,
      askAgainAfterNoDays: 30,
      declinesMost: 2,
      decidedBy: null,
      decidedAt: null,
    })
    expect(await listTextingPolicies(database, firmId)).toEqual([])
  })

  it('a change creates a version that keeps omitted settings, and old versions stay', async () => {
    const { firmId } = await createAdvisor(database)
    await change(firmId, { consentRequestText: request })
    await change(firmId, { isConsentRequired: false, helpText: '{firm} at your service. STOP to opt out.' })
    const last = await change(firmId, { consentRequestText: null })
    const by = { decidedBy: 'olive', decidedAt: expect.any(Date) as Date }
    const [, second, first] = await listTextingPolicies(database, firmId)
    expect(first).toEqual({ ...defaultPolicy, ...by, version: 1, consentRequestText: request })
    expect(second).toEqual({
      ...first,
      version: 2,
      isConsentRequired: false,
      helpText: '{firm} at your service. STOP to opt out.',
      decidedAt: expect.any(Date) as Date,
    })
    expect(last).toEqual({
      isNew: true,
      policy: { ...second, version: 3, consentRequestText: null, decidedAt: expect.any(Date) as Date },
    })
    expect(await findTextingPolicy(database, firmId)).toEqual(last.policy)
  })

  it('a change without effect creates no version; a first decision does', async () => {
    const { firmId } = await createAdvisor(database)
    const first = await change(firmId, { isConsentRequired: true })
    expect(first).toMatchObject({ isNew: true, policy: { version: 1 } })
    expect(await change(firmId, {})).toEqual({ isNew: false, policy: first.policy })
    expect(await change(firmId, { ...defaultPolicy })).toEqual({ isNew: false, policy: first.policy })
    expect(await versionsOf(firmId)).toEqual([1])
  })

  it('concurrent changes are numbered without gaps and none is lost', async () => {
    const { firmId } = await createAdvisor(database)
    const texts = Array.from({ length: 24 }, (_, index) => `${request} ${index}`)
    const changed = await Promise.all(texts.map(text => change(firmId, { consentRequestText: text })))
    expect(changed.every(({ isNew }) => isNew)).toBe(true)
    const versions = await listTextingPolicies(database, firmId)
    expect(versions.map(({ version }) => version)).toEqual(texts.map((_, index) => 24 - index))
    expect(new Set(versions.map(({ consentRequestText }) => consentRequestText))).toEqual(new Set(texts))
  })

  it('the same change made concurrently creates one version', async () => {
    const { firmId } = await createAdvisor(database)
    const changed = await Promise.all(
      Array.from({ length: 12 }, () => change(firmId, { consentRequestText: request })),
    )
    expect(changed.filter(({ isNew }) => isNew)).toHaveLength(1)
    expect(await versionsOf(firmId)).toEqual([1])
  })

  it('a version is immutable, even for the database owner', async () => {
    const { firmId } = await createAdvisor(database)
    await change(firmId, { consentRequestText: request })
    for (const sql of [`update texting_policy set help_text = 'x'`, 'delete from texting_policy']) {
      await expect(database.query(sql)).rejects.toMatchObject({ code: '42501' })
      await expect(owner.query(sql)).rejects.toMatchObject({ code: '23000' })
    }
  })
})

describe('a refused change', () => {
  it('invalid_request: reports every error and changes nothing', async () => {
    const { firmId } = await createAdvisor(database)
    const refused = change(firmId, {
      isConsentRequired: false,
      consentRequestText: '{client}: reply YES',
      helpText: '',
      stopConfirmationText: 'Bye',
    })
    await expect(refused).rejects.toMatchObject({
      code: 'invalid_request',
      message: expect.stringMatching(
        /^The consent request must name .* The answer to HELP must .* The confirmation of STOP must .*\.$/,
      ) as string,
      details: {
        errors: [
          ...Array.from({ length: 3 }, () => ({ path: '/consentRequestText' })),
          ...Array.from({ length: 3 }, () => ({ path: '/helpText' })),
          ...Array.from({ length: 2 }, () => ({ path: '/stopConfirmationText' })),
        ].map(error => expect.objectContaining(error) as object),
      },
    })
    expect(await versionsOf(firmId)).toEqual([])
  })

  it('is not caused by a text that was valid when stored: consent can be required at any time', async () => {
    const { firmId } = await createAdvisor(database)
    const helpText = 'A firm will help. STOP to opt out.'
    await change(firmId, { isConsentRequired: false, helpText })
    await changeFirm(database, firmId, { name: 'Another name' })
    expect(await change(firmId, { isConsentRequired: true })).toMatchObject({ isNew: true })
    await expect(change(firmId, { helpText })).rejects.toMatchObject({ code: 'invalid_request' })
  })

  it('not_found: no such firm or advisor', async () => {
    await expect(change(999_999, { isConsentRequired: true })).rejects.toMatchObject({ code: 'not_found' })
    const nobody = { advisorId: 999_999, operator: 'olive', consent: 'required' } as const
    await expect(changeConsentException(database, nobody)).rejects.toMatchObject({ code: 'not_found' })
  })
})

describe('an exception for one advisor', () => {
  it('overrides the firm’s rule until it ends, and each change is journalled', async () => {
    const { id, firmId, identifier } = await createAdvisor(database)
    const except = (consent: 'required' | 'not-required' | 'as-firm') =>
      changeConsentException(database, { advisorId: id, operator: 'olive', consent })
    const isRequired = async (): Promise<boolean | undefined> =>
      (await findTextingAccounts(database, [id])).get(id)?.isConsentRequired
    expect(await isRequired()).toBe(true)
    expect(await except('not-required')).toBe(true)
    expect(await except('not-required')).toBe(false)
    expect(await isRequired()).toBe(false)
    expect(await listConsentExceptions(database, firmId)).toEqual([
      { advisor: { identifier, name: 'An advisor' }, consent: 'not-required' },
    ])
    await change(firmId, { isConsentRequired: false })
    await except('required')
    expect(await isRequired()).toBe(true)
    await except('as-firm')
    expect(await except('as-firm')).toBe(false)
    expect(await isRequired()).toBe(false)
    expect(await listConsentExceptions(database, firmId)).toEqual([])
    const told = (before: string, after: string) => ({
      kind: 'texting.changed',
      advisorId: id,
      at: expect.any(String) as string,
      actor: { kind: 'operator', name: 'olive' },
      traceId: null,
      subject: { kind: 'advisor', id },
      facts: { before: { consent: before }, after: { consent: after } },
    })
    expect(await readJournal(database, id)).toEqual([
      told('as-firm', 'not-required'),
      told('not-required', 'required'),
      told('required', 'as-firm'),
    ])
  })

  it('set concurrently several times is journalled once', async () => {
    const { id } = await createAdvisor(database)
    const changed = await Promise.all(
      Array.from({ length: 12 }, () =>
        changeConsentException(database, { advisorId: id, operator: 'olive', consent: 'not-required' }),
      ),
    )
    expect(changed.filter(Boolean)).toHaveLength(1)
    expect(await readJournal(database, id)).toHaveLength(1)
  })
})

describe('findTextingAccounts', () => {
  it('returns all advisors in one statement, each with the firm’s newest version', async () => {
    const [decided, undecided] = await Promise.all([createAdvisor(database), createAdvisor(database)])
    await change(decided.firmId, { consentRequestText: `${request} Old.` })
    await change(decided.firmId, { isConsentRequired: false, consentRequestText: request })
    const watched = watchDatabase(database)
    const ids = [undecided.id, decided.id, 999_999, decided.id]
    const accounts = await findTextingAccounts(watched.database, ids)
    expect(watched.statements).toEqual(['texting_accounts'])
    const named = {
      advisorName: 'An advisor',
      firmName: 'A firm',
      isActive: true,
      timeZone: 'America/New_York',
      number: null,
    }
    expect(accounts).toEqual(
      new Map([
        [undecided.id, { ...defaultPolicy, ...named, advisorId: undecided.id, policyVersion: 0 }],
        [
          decided.id,
          {
            ...defaultPolicy,
            ...named,
            advisorId: decided.id,
            policyVersion: 2,
            isConsentRequired: false,
            consentRequestText: request,
          },
        ],
      ]),
    )
    expect(await findTextingAccounts(database, [])).toEqual(new Map())
  })

  it('the oldest active number sends; on a tie, the first in order', async () => {
    const { id } = await createAdvisor(database)
    const numberOf = async (): Promise<string | null | undefined> =>
      (await findTextingAccounts(database, [id])).get(id)?.number
    await database.query(
      `insert into texting_number (advisor_id, number, active, created_at) values
         ($1, '+12025550110', true, '2026-03-01'), ($1, '+12025550180', true, '2026-02-01'),
         ($1, '+12025550170', true, '2026-02-01'), ($1, '+12025550160', false, '2026-01-01')`,
      [id],
    )
    expect(await numberOf()).toBe('+12025550170')
    await database.query('update texting_number set active = false where advisor_id = $1', [id])
    expect(await numberOf()).toBeNull()
  })
})

it('seedTextingPolicy enables consent collection without warnings and skips firms with a policy', async () => {
  const [one, other] = await Promise.all([createAdvisor(database), createAdvisor(database)])
  const own = await change(other.firmId, { isConsentRequired: false })
  const firmIds = [one.firmId, other.firmId]
  await seedTextingPolicy(database, firmIds)
  await seedTextingPolicy(database, firmIds)
  expect(await findTextingPolicy(database, one.firmId)).toMatchObject({ version: 1, isConsentRequired: true })
  expect((await findTextingPolicy(database, one.firmId)).consentRequestText).toContain('{advisor} of {firm}')
  expect(await findTextingPolicy(database, other.firmId)).toEqual(own.policy)
})
