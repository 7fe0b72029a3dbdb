// What Entra ID and Okta send, as their documentation shows it, and what they get.
// https://learn.microsoft.com/entra/identity/app-provisioning/use-scim-to-provision-users-and-groups
// https://developer.okta.com/docs/api/openapi/okta-scim/guides/scim-20
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type AdvisorApp, type AppClient, startAdvisorApp } from '../../../../test/servers/advisor-app.ts'
import { callScim, entraUser, filtered, newUserName, patchOf } from '../../../../test/servers/scim-client.ts'
import { findPerson } from '../../person/find-person.ts'
import { changePerson } from '../../staff/change-person.ts'
import { changeRole } from '../../staff/change-role.ts'
import { issueDirectoryToken } from './issue-directory-token.ts'

let server: AdvisorApp
let advisor: AppClient
let token: string

beforeAll(async () => {
  server = await startAdvisorApp()
})
beforeEach(async () => {
  advisor = await server.welcome()
  const issue = { kind: 'connect', defaultRole: null } as const
  ;({ token } = await issueDirectoryToken(server.database, 'sandbox', { firmId: advisor.firmId, issue }))
})
afterAll(() => server.close())

const scim = (method: string, path: string, body?: object | string, bearer = token) =>
  callScim({ origin: server.origin, token: bearer }, method, path, body)

describe('Entra ID', () => {
  it('tests the connection with a user who does not exist', async () => {
    const { status, headers, body } = await scim('GET', filtered(`userName eq "${randomUUID()}"`))
    expect([status, headers.get('content-type')]).toEqual([200, 'application/scim+json; charset=utf-8'])
    expect(body).toEqual({
      schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
      totalResults: 0,
      startIndex: 1,
      itemsPerPage: 0,
      Resources: [],
    })
  })

  it('creates, finds, reads, changes, disables, enables and deletes a user', async () => {
    const name = newUserName()
    const user = entraUser(name)
    const created = await scim('POST', '/Users', user)
    expect(created.status).toBe(201)
    const { id } = created.body
    expect(created.headers.get('location')).toBe(`${server.origin}/scim/v2/Users/${id}`)
    expect(created.body).toEqual({
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
      id,
      externalId: user.externalId,
      userName: name,
      displayName: 'lennay',
      name: { formatted: 'Adrienne Lennay', familyName: 'Lennay', givenName: 'Adrienne' },
      active: true,
      emails: [{ type: 'work', value: name, primary: true }],
      meta: {
        resourceType: 'User',
        created: expect.stringMatching(/^20/),
        lastModified: expect.stringMatching(/^20/),
        location: `${server.origin}/scim/v2/Users/${id}`,
      },
    })
    expect(await findPerson(server.database, name)).toMatchObject({ name: 'lennay', roles: [], active: true })
    for (const filter of [`userName eq "${name.toUpperCase()}"`, `externalId eq "${user.externalId}"`]) {
      expect((await scim('GET', filtered(filter))).body).toMatchObject({
        totalResults: 1,
        Resources: [{ id }],
      })
    }
    expect((await scim('GET', `/Users/${id}`)).body).toEqual(created.body)

    const renamed = await scim(
      'PATCH',
      `/Users/${id}`,
      patchOf(
        { op: 'Replace', path: 'emails[type eq "work"].value', value: `new.${name}` },
        { op: 'Replace', path: 'name.familyName', value: 'Updated' },
        { op: 'Add', path: 'phoneNumbers[type eq "mobile"].value', value: '+1 425 555 0101' },
        {
          op: 'Add',
          path: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department',
          value: 'Sales',
        },
        { op: 'Replace', value: { displayName: 'Adrienne Updated', 'name.givenName': 'Adri' } },
      ),
    )
    expect(renamed).toMatchObject({
      status: 200,
      body: {
        displayName: 'Adrienne Updated',
        name: { familyName: 'Updated', givenName: 'Adri' },
        emails: [{ value: `new.${name}`, type: 'work' }],
        userName: name,
      },
    })
    expect((await findPerson(server.database, `new.${name}`)).name).toBe('Adrienne Updated')

    const disabled = await scim(
      'PATCH',
      `/Users/${id}`,
      patchOf({ op: 'Replace', path: 'active', value: 'False' }),
    )
    expect(disabled).toMatchObject({ status: 200, body: { active: false } })
    const enabled = await scim(
      'PATCH',
      `/Users/${id}`,
      patchOf({ op: 'Replace', path: 'active', value: 'True' }),
    )
    expect(enabled).toMatchObject({ status: 200, body: { active: true, displayName: 'Adrienne Updated' } })

    const deleted = await scim('DELETE', `/Users/${id}`)
    expect(deleted.status).toBe(204)
    expect(await findPerson(server.database, `new.${name}`)).toMatchObject({ active: false })
    expect((await scim('GET', `/Users/${id}`)).status).toBe(404)
    expect((await scim('GET', filtered(`userName eq "${name}"`))).body).toMatchObject({ totalResults: 0 })
    expect((await scim('DELETE', `/Users/${id}`)).status).toBe(404)
    const back = await scim('POST', '/Users', user)
    expect(back).toMatchObject({ status: 201, body: { id, active: true } })
    await scim('DELETE', `/Users/${id}`)
    const renamedBack = await scim('POST', '/Users', {
      ...entraUser(newUserName()),
      externalId: user.externalId,
    })
    expect(renamedBack).toMatchObject({ status: 201, body: { id, active: true } })
  })

  it('gives the userName and address of somebody who left to another person, who gets nothing of theirs', async () => {
    const name = newUserName()
    const { body: former } = await scim('POST', '/Users', entraUser(name))
    const person = await findPerson(server.database, name)
    await changePerson(server.database, person.id, { password: 'a long and unusual sentence' })
    await changeRole(server.database, person, { role: 'administrator', has: true })
    await scim('DELETE', `/Users/${former.id}`)
    const { status, body } = await scim('POST', '/Users', entraUser(name))
    expect([status, body['active'], body['userName']]).toEqual([201, true, name])
    expect(body.id).not.toBe(former.id)
    expect(await findPerson(server.database, name)).toMatchObject({
      id: Number(body.id),
      roles: [],
      hasPassword: false,
    })
    const { rows } = await server.owner.query('select active, email from person where id = $1', [person.id])
    expect(rows).toEqual([{ active: false, email: `${person.id}@removed.invalid` }])
  })

  it('takes no address from somebody who is active, and none of another firm’s domain', async () => {
    const name = newUserName()
    const { body } = await scim('POST', '/Users', entraUser(name))
    await scim('DELETE', `/Users/${body.id}`)
    await changePerson(server.database, Number(body.id), { active: true })
    expect((await scim('POST', '/Users', entraUser(name))).status).toBe(409)

    const other = await server.welcome()
    await server.owner.query(
      `with other as (
         insert into firm_sign_in (firm_id, issuer, client_id, encrypted_client_secret)
         values ($1, 'https://login.firm-b.example', 'parley', '\\x00') returning firm_id
       )
       insert into sign_in_domain (firm_id, domain, proof, verified_at)
       select firm_id, 'firm-b.example', 'a proof', now() from other`,
      [other.firmId],
    )
    const refused = { status: 400, body: { scimType: 'invalidValue' } }
    expect(await scim('POST', '/Users', entraUser('ceo@firm-b.example'))).toMatchObject(refused)
    const { body: own } = await scim('POST', '/Users', entraUser(newUserName()))
    const change = patchOf({
      op: 'Replace',
      path: 'emails[type eq "work"].value',
      value: 'ceo@Firm-B.example',
    })
    expect(await scim('PATCH', `/Users/${own.id}`, change)).toMatchObject(refused)
  })

  it.each([
    ['as text', { op: 'Replace', path: 'active', value: 'False' }],
    ['as a boolean', { op: 'replace', path: 'active', value: false }],
    ['as a list of values', { op: 'Replace', path: 'active', value: [{ $ref: null, value: 'False' }] }],
    ['without a path', { op: 'Replace', value: { active: 'false' } }],
    ['by Add', { op: 'Add', path: 'active', value: 'False' }],
    ['in full', { op: 'Replace', path: 'urn:ietf:params:scim:schemas:core:2.0:User:active', value: false }],
  ])('disables a user %s', async (_how, operation) => {
    const name = newUserName()
    const { body } = await scim('POST', '/Users', entraUser(name))
    const answer = await scim('PATCH', `/Users/${body.id}`, patchOf(operation))
    expect(answer).toMatchObject({ status: 200, body: { active: false } })
    expect(await findPerson(server.database, name)).toMatchObject({ active: false })
  })

  it('disables a user although another value of the request is not accepted', async () => {
    const { body } = await scim('POST', '/Users', entraUser(newUserName()))
    const operations = [
      { op: 'Replace', path: 'displayName', value: 'a\u0007b' },
      { op: 'Replace', path: 'emails[type eq "work"].value', value: 'no address' },
    ]
    expect(await scim('PATCH', `/Users/${body.id}`, patchOf(...operations))).toMatchObject({
      status: 400,
      body: { scimType: 'invalidValue' },
    })
    const leave = { op: 'Replace', path: 'active', value: 'False' }
    const others = [
      ...operations,
      { op: 'Replace', path: 'emails[type eq "work" and primary eq true].value', value: 'x@example.com' },
      { op: 'Replace', value: { 'my attribute': 1, 'https://example.com/ext:User.y': 2 } },
      { op: 'Move', path: 'userName', value: 'kim' },
      { op: 'Replace', value: 'Kim' },
      ...Array.from({ length: 100 }, () => ({ op: 'Replace', path: 'displayName', value: 'Kim' })),
    ]
    for (const order of [
      [leave, ...others],
      [...others, leave],
      [{ op: 'replace', value: { 'my attribute': 1, active: false } }],
    ]) {
      await scim('PATCH', `/Users/${body.id}`, patchOf({ op: 'Replace', path: 'active', value: true }))
      expect(await scim('PATCH', `/Users/${body.id}`, patchOf(...order))).toMatchObject({
        status: 200,
        body: { active: false },
      })
    }
    await scim('PATCH', `/Users/${body.id}`, patchOf({ op: 'Replace', path: 'active', value: true }))
    const user = { ...entraUser(newUserName()), displayName: 'a\u0007b', active: undefined, Active: false }
    expect(await scim('PUT', `/Users/${body.id}`, user)).toMatchObject({
      status: 200,
      body: { active: false },
    })
  })
})

describe('Okta', () => {
  const oktaUser = (name: string) => ({
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
    userName: name,
    name: { givenName: 'Test', familyName: 'User' },
    emails: [{ primary: true, value: name, type: 'work' }],
    displayName: 'Test User',
    locale: 'en-US',
    externalId: `00u${randomUUID().slice(0, 17)}`,
    groups: [],
    password: '1mz050nq',
    active: true,
  })

  it('looks for a user, creates, pages, updates by PUT, deactivates by PATCH and reactivates by PUT', async () => {
    const name = newUserName()
    const looked = await scim('GET', `${filtered(`userName eq "${name}"`)}&startIndex=1&count=100`)
    expect(looked.body).toMatchObject({ totalResults: 0, startIndex: 1, itemsPerPage: 0 })
    const user = oktaUser(name)
    const { status, body } = await scim('POST', '/Users', user)
    expect(status).toBe(201)
    expect(body).not.toHaveProperty('password')
    expect(await findPerson(server.database, name)).toMatchObject({ hasPassword: false })
    const all = await scim('GET', '/Users?startIndex=1&count=100')
    // The advisor of the firm and the new user.
    expect(all.body).toMatchObject({ totalResults: 2, itemsPerPage: 2 })
    const second = await scim('GET', '/Users?startIndex=2&count=1')
    expect(second.body).toMatchObject({ totalResults: 2, startIndex: 2, itemsPerPage: 1 })
    expect(second.body.Resources).toEqual(all.body.Resources.slice(1))

    const replaced = await scim('PUT', `/Users/${body.id}`, {
      ...user,
      id: body.id,
      name: { givenName: 'Another', familyName: 'User' },
      displayName: 'Another User',
      meta: { resourceType: 'User' },
    })
    expect(replaced).toMatchObject({ status: 200, body: { id: body.id, name: { givenName: 'Another' } } })
    const left = await scim(
      'PATCH',
      `/Users/${body.id}`,
      patchOf({ op: 'replace', value: { active: false } }),
    )
    expect(left).toMatchObject({ status: 200, body: { active: false } })
    const returned = await scim('PUT', `/Users/${body.id}`, { ...user, id: body.id, active: true })
    expect(returned).toMatchObject({ status: 200, body: { active: true, displayName: 'Test User' } })
    const gone = await scim('PUT', `/Users/${body.id}`, { ...user, id: body.id, active: false })
    expect(gone).toMatchObject({ status: 200, body: { active: false } })
  })

  it('gets 409 for somebody who is there, and 404 for somebody who is not', async () => {
    const name = newUserName()
    await scim('POST', '/Users', oktaUser(name))
    expect(await scim('POST', '/Users', oktaUser(name))).toMatchObject({
      status: 409,
      body: {
        schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
        status: '409',
        scimType: 'uniqueness',
      },
    })
    for (const id of ['1', '0', 'abc', '99999999999999999999']) {
      expect(await scim('GET', `/Users/${id}`)).toMatchObject({ status: 404, body: { status: '404' } })
    }
  })
})
