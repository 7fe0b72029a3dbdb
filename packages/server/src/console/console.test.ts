// The console through the HTTP server: what a firm does with its own people, numbers, applications and policy.
import { appOperations, type Role } from '@parley/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createApplication } from '../../test/people/people.ts'
import { addStaff } from '../../test/people/staff.ts'
import { type AdvisorApp, type AppClient, startAdvisorApp } from '../../test/servers/advisor-app.ts'
import { addColleague, authorizeApplication } from '../identity/index.ts'

type Client = Pick<AppClient, 'call' | 'ok' | 'cookie'>

let server: AdvisorApp
let advisor: AppClient
let boss: Client
let bossId: number

const enter = async (firmId: number, roles: readonly Role[], name = 'Robin Vale') => {
  const person = await addStaff(server.database, { firmId, roles, name })
  return { person, client: await server.signIn(person.id) }
}

beforeAll(async () => {
  server = await startAdvisorApp()
})
afterAll(() => server.close())
beforeEach(async () => {
  advisor = await server.welcome()
  const { person, client } = await enter(advisor.firmId, ['administrator'])
  boss = client
  bossId = person.id
})

const entries = async () => (await boss.ok(appOperations.listFirmJournal, { query: { limit: 100 } })).data

describe('people', () => {
  it('are added, invited and shown with what is missing, and only those of the firm', async () => {
    const body = { name: 'Kim Lee', email: 'kim.lee@harbor.example', roles: ['assistant'] }
    const { personId, link } = await boss.ok(appOperations.addFirmPerson, { body })
    expect(link).toContain('/sign-in/')
    const { data } = await boss.ok(appOperations.listFirmPeople)
    expect(new Set(data.map(({ personId: id }) => id))).toEqual(
      new Set([advisor.advisorId, bossId, personId]),
    )
    expect(data.find(each => each.personId === personId)).toMatchObject({
      roles: ['assistant'],
      hasPassword: false,
      dateTimeInvited: expect.any(String),
    })
    const again = await boss.ok(appOperations.inviteFirmPerson, { params: { personId } })
    expect(again.link).not.toBe(link)
    const kinds = (await entries()).map(({ kind, subject }) => [kind, subject])
    expect(kinds.slice(0, 3)).toEqual([
      ['person.invited', 'kim.lee@harbor.example'],
      ['person.invited', 'kim.lee@harbor.example'],
      ['person.added', 'Kim Lee'],
    ])
  })

  it('an advisor is added with an account, and in the journals of account and firm', async () => {
    const account = { identifier: `noor-${advisor.firmId}`, timeZone: 'America/Chicago' }
    const email = `noor-${advisor.firmId}@harbor.example`
    const body = { name: 'Noor Aziz', email, roles: ['advisor', 'supervisor'], advisor: account }
    const { personId } = await boss.ok(appOperations.addFirmPerson, { body })
    const shown = await boss.ok(appOperations.showFirmPerson, { params: { personId } })
    expect(shown).toMatchObject({ identifier: account.identifier, roles: ['advisor', 'supervisor'] })
    expect((await entries()).map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['advisor.added', 'person.role_added', 'person.invited']),
    )
    const { advisor: _, ...without } = body
    expect((await boss.call(appOperations.addFirmPerson, { body: without })).status).toBe(400)
  })

  it('an advisor with several roles is added with all of them or not at all', async () => {
    const { firmId } = advisor
    const colleague = {
      firmId,
      name: 'Noor Aziz',
      email: `noor-${firmId}@harbor.example`,
      // The second one is refused, when account and first role are written.
      roles: ['advisor', 'auditor', 'auditor'] as const,
      advisor: { identifier: `noor-${firmId}`, timeZone: 'America/Chicago' },
    }
    const by = { kind: 'system', task: 'setup' } as const
    await expect(addColleague(server.database, colleague, by)).rejects.toThrow('already has')
    const { data } = await boss.ok(appOperations.listFirmPeople)
    expect(data.map(({ name }) => name)).not.toContain('Noor Aziz')
  })

  it('get and lose roles and advisors, and it counts with their next request', async () => {
    const { person, client } = await enter(advisor.firmId, ['auditor'], 'Kim Lee')
    const params = { personId: person.id }
    await boss.ok(appOperations.giveFirmRole, { params: { ...params, role: 'assistant' } })
    await boss.ok(appOperations.assignAssistant, { params: { ...params, advisorId: advisor.advisorId } })
    expect((await client.ok(appOperations.getPerson)).accounts).toHaveLength(1)
    await boss.ok(appOperations.unassignAssistant, { params: { ...params, advisorId: advisor.advisorId } })
    expect((await client.ok(appOperations.getPerson)).accounts).toEqual([])
    expect((await client.call(appOperations.listFirmPeople)).status).toBe(200)
    await boss.ok(appOperations.takeFirmRole, { params: { ...params, role: 'auditor' } })
    expect((await client.call(appOperations.listFirmPeople)).status).toBe(403)
    await boss.ok(appOperations.updateFirmPerson, { params, body: { isActive: false } })
    expect((await client.call(appOperations.getPerson)).status).toBe(401)
  })

  it('409: nobody can leave the firm without an administrator, also not two at the same time', async () => {
    const params = { personId: bossId }
    const lose = { params: { ...params, role: 'administrator' } }
    expect((await boss.call(appOperations.takeFirmRole, lose)).status).toBe(409)
    expect(
      (await boss.call(appOperations.updateFirmPerson, { params, body: { isActive: false } })).status,
    ).toBe(409)
    const { person, client } = await enter(advisor.firmId, ['administrator'], 'Second Chief')
    const other = { params: { personId: person.id, role: 'administrator' } }
    const answers = await Promise.all([
      boss.call(appOperations.takeFirmRole, other),
      client.call(appOperations.takeFirmRole, lose),
    ])
    expect(answers.every(({ status }) => status === 204)).toBe(false)
    const { rows } = await server.owner.query(
      `select from person join person_role on person_id = person.id and role = 'administrator'
       where firm_id = $1 and active`,
      [advisor.firmId],
    )
    expect(rows).toHaveLength(1)
  })

  it('403: whatever gives access needs a recent sign-in', async () => {
    await server.owner.query(`update app_session set signed_in_at = now() - interval '1 hour'`)
    const { id } = await addStaff(server.database, { firmId: advisor.firmId, roles: ['auditor'] })
    const params = { personId: id }
    const newcomer = { name: 'Mallory', email: 'mallory@evil.example', roles: ['administrator' as const] }
    for (const answer of [
      await boss.call(appOperations.addFirmPerson, { body: newcomer }),
      await boss.call(appOperations.inviteFirmPerson, { params }),
      await boss.call(appOperations.assignAssistant, { params: { ...params, advisorId: advisor.advisorId } }),
      await boss.call(appOperations.updateFirmPerson, { params, body: { isActive: true } }),
      await boss.call(appOperations.giveFirmRole, { params: { ...params, role: 'administrator' } }),
      await boss.call(appOperations.updateFirmPerson, { params, body: { email: 'mine@evil.example' } }),
      await boss.call(appOperations.resetFirmSecondFactor, { params }),
    ]) {
      expect([answer.status, answer.problem.details]).toEqual([403, { signInAgain: true }])
    }
    await boss.ok(appOperations.signOutFirmPerson, { params })
  })
})

describe('numbers', () => {
  it('are stopped and let go again, on record for advisor and firm', async () => {
    const { data } = await boss.ok(appOperations.listFirmNumbers)
    expect(data).toMatchObject([{ number: advisor.number, isActive: true }])
    const params = { number: advisor.number }
    await boss.ok(appOperations.changeFirmNumber, { params, body: { isActive: false } })
    expect((await boss.ok(appOperations.listFirmNumbers)).data).toMatchObject([{ isActive: false }])
    await boss.ok(appOperations.changeFirmNumber, { params, body: { isActive: true } })
    const [last] = await entries()
    expect(last).toMatchObject({
      kind: 'number.changed',
      subject: advisor.number,
      actor: { kind: 'person', personId: bossId, name: 'Robin Vale' },
    })
    const { rows } = await server.owner.query(
      `select from journal where advisor_id = $1 and kind = 'number.changed'`,
      [advisor.advisorId],
    )
    expect(rows).toHaveLength(2)
  })
})

describe('applications', () => {
  it('are listed with what they did, without clients, and ended', async () => {
    const { id, clientId } = await createApplication(server.database)
    await authorizeApplication(server.database, { clientId, firmId: advisor.firmId })
    const { data } = await boss.ok(appOperations.listFirmApplications)
    expect(data).toMatchObject([{ applicationId: id, advisors: 0 }])
    expect(data[0]?.firmScopes.length).toBeGreaterThan(0)
    const params = { applicationId: id }
    const { use } = await boss.ok(appOperations.showFirmApplication, { params })
    expect(use).toMatchObject([{ advisorId: advisor.advisorId, isAllowedByAdvisor: false }])
    const acts = { params: { ...params, advisorId: advisor.advisorId } }
    expect((await boss.ok(appOperations.listFirmApplicationActs, acts)).data).toEqual([])
    await boss.ok(appOperations.endFirmApplication, { params })
    expect((await boss.ok(appOperations.listFirmApplications)).data).toEqual([])
    expect((await boss.call(appOperations.endFirmApplication, { params })).status).toBe(404)
  })
})

describe('the texting policy', () => {
  const asking = 'Reply YES to agree to texts from {advisor} of {firm}, or STOP to opt out.'

  it('is shown as a client reads it, with every lint, and nothing is stored by a check', async () => {
    const { settings, version } = await boss.ok(appOperations.getFirmPolicy)
    const check = await boss.ok(appOperations.checkFirmPolicy, {
      body: { ...settings, helpText: 'Call us.', consentRequestText: asking },
    })
    const of = (field: string) => check.texts.find(each => each.field === field)
    expect(of('helpText')?.mistakes).toEqual([
      'The answer to HELP must name the firm: write {firm}.',
      'The answer to HELP must say how to opt out, with STOP in capitals.',
    ])
    expect(of('consentRequestText')?.rendered).not.toMatch(/[{}]/)
    expect(of('consentRequestText')?.warnings.length).toBeGreaterThan(0)
    expect((await boss.ok(appOperations.getFirmPolicy)).version).toBe(version)
    const wrong = { ...settings, helpText: 'Call us.', basedOn: version }
    expect((await boss.call(appOperations.changeFirmPolicy, { body: wrong })).status).toBe(400)
  })

  it('gets a new version with who decided it, and never over one that was not seen', async () => {
    const { settings, version } = await boss.ok(appOperations.getFirmPolicy)
    const body = { ...settings, consentRequestText: asking, basedOn: version }
    expect(await boss.ok(appOperations.changeFirmPolicy, { body })).toEqual({ version: version + 1 })
    const [latest] = (await boss.ok(appOperations.getFirmPolicy)).versions
    expect(latest).toMatchObject({
      consentRequestText: asking,
      decidedBy: expect.stringContaining('Robin Vale'),
    })
    expect((await boss.call(appOperations.changeFirmPolicy, { body })).status).toBe(409)
    expect((await entries())[0]).toMatchObject({
      kind: 'texting_policy.changed',
      actor: { kind: 'person', personId: bossId },
    })
  })
})

describe('the journal', () => {
  it('is read page by page, by topic, newest first', async () => {
    for (const role of ['auditor', 'principal', 'supervisor'] as const) {
      await boss.ok(appOperations.giveFirmRole, { params: { personId: bossId, role } })
    }
    const first = await boss.ok(appOperations.listFirmJournal, { query: { limit: 2, about: 'people' } })
    expect(first.data.map(({ facts }) => facts['role'])).toEqual(['supervisor', 'principal'])
    const query = { limit: 2, about: 'people', cursor: first.nextCursor }
    const second = await boss.ok(appOperations.listFirmJournal, { query })
    expect(second.data[0]?.facts['role']).toBe('auditor')
    const texting = await boss.ok(appOperations.listFirmJournal, { query: { about: 'texting' } })
    expect(texting.data.every(({ kind }) => !kind.startsWith('person.'))).toBe(true)
  })
})
