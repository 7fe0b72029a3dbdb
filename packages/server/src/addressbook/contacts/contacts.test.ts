import { operations } from '@parley/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectExactBooks } from '../../../test/database/address-book-audit.ts'
import { expectProblem } from '../../../test/http/expect-problem.ts'
import { checkOf } from '../../../test/http/schema-check.ts'
import { type BookClient, startAddressBook } from '../../../test/servers/address-book.ts'

const server = await startAddressBook()
const { database } = server
let client: BookClient
beforeAll(async () => {
  client = await server.welcome()
})
afterAll(async () => {
  await expectExactBooks(database)
  await server.close()
})

const everything = {
  firstName: 'Maria',
  lastName: 'Alvarez',
  emailAddress: 'maria@mail.test',
  nickname: 'Mia',
  birthDate: '1974-06-02',
  phone: '+12025550123',
  clientAnniversary: '2015-09-14',
  gender: 2,
  maritalStatus: 3,
  address1: '482 Linden Avenue',
  address2: 'Apartment 5',
  city: 'Dayton',
  state: 'OH',
  postalCode: '45402',
}
const checkDetail = checkOf(operations.getContact.result)
const membersOf = async (phone: string): Promise<number[]> => {
  const { rows } = await database.query<{ id: number }>(
    'select id from member where advisor_id = $1 and phone = $2',
    [client.advisorId, phone],
  )
  return rows.map(({ id }) => id)
}
const update = (id: number, body: object) => client.call('PUT', `/contacts/${id}`, body)

describe('200: a contact', () => {
  it('has every field given, and those the service adds', async () => {
    const id = await client.create('/contacts', everything)
    const contact = await client.contact(id)
    expect(contact).toMatchObject({
      ...everything,
      contactId: id,
      source: 1,
      sourceText: 'Partner API',
      isCrmLinkedContact: false,
      emailStatus: 1,
      disableEmailStatus: false,
      groupIds: [],
      customFields: [],
    })
    expect(checkDetail(contact)).toEqual([])
    expect(contact['dateTimeModified']).toBe(contact['dateTimeCreated'])
    const identifier = String(contact['identifier'])
    expect(identifier).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    const ageMs = Date.now() - Number.parseInt(identifier.replace('-', '').slice(0, 12), 16)
    expect(Math.abs(ageMs)).toBeLessThan(60_000)
  })

  it.each(['firstName', 'lastName', 'emailAddress', 'phone'] as const)('needs only %s', async name => {
    const id = await client.create('/contacts', { [name]: everything[name] })
    const contact = await client.contact(id)
    expect(contact[name]).toBe(everything[name])
    expect(checkDetail(contact)).toEqual([])
    expect(Object.keys(contact)).not.toContain('nickname')
    expect(contact).toMatchObject({
      gender: 0,
      maritalStatus: 0,
      emailStatus: name === 'emailAddress' ? 1 : 0,
    })
  })

  it.each([
    [{ firstName: 'Ann', lastName: 'Lee', phone: '+12025550100' }, 'Ann Lee'],
    [{ firstName: 'Ann', emailAddress: 'a@mail.test' }, 'Ann'],
    [{ lastName: 'Lee', emailAddress: 'a@mail.test' }, 'Lee'],
    [{ emailAddress: 'a@mail.test', phone: '+12025550100' }, 'a@mail.test'],
    [{ phone: '+12025550100' }, '+12025550100'],
  ])('%j is listed as %s', async (fields, fullName) => {
    const id = await client.create('/contacts', fields)
    const { rows } = await database.query('select full_name from contact where id = $1', [id])
    expect(rows).toEqual([{ full_name: fullName }])
  })

  it('is stored exactly, whatever its characters', async () => {
    const odd = {
      firstName: ' =cmd|’ /C calc’!A0 ',
      lastName: '👩‍👩‍👧 e\u0301 \u202e',
      nickname: `'; drop --"\\{}`,
    }
    expect(await client.contact(await client.create('/contacts', odd))).toMatchObject(odd)
  })

  it('omits null and empty fields', async () => {
    const id = await client.create('/contacts', { ...everything, firstName: null, gender: null, city: '' })
    const contact = await client.contact(id)
    expect(Object.keys(contact)).not.toContain('firstName')
    expect(Object.keys(contact)).not.toContain('city')
    expect(contact['gender']).toBe(0)
  })

  it('ignores fields the caller may not set', async () => {
    const id = await client.create('/contacts', {
      firstName: 'Ann',
      contactId: 1,
      source: 3,
      emailStatus: 2,
      advisorId: 1,
      groupIds: [1],
    })
    expect(await client.contact(id)).toMatchObject({ contactId: id, source: 1, emailStatus: 0, groupIds: [] })
  })
})

describe('200: an update', () => {
  it('replaces given fields and keeps the rest', async () => {
    const id = await client.create('/contacts', everything)
    const before = await client.contact(id)
    const answer = await update(id, { city: 'Akron', gender: 9 })
    expect(answer).toMatchObject({ status: 200, body: JSON.stringify({ id }) })
    const after = await client.contact(id)
    expect(after).toEqual({
      ...before,
      city: 'Akron',
      gender: 9,
      dateTimeModified: after['dateTimeModified'],
    })
    expect(Date.parse(String(after['dateTimeModified']))).toBeGreaterThan(
      Date.parse(String(before['dateTimeModified'])),
    )
  })

  it('clears with null, and with empty text except for names', async () => {
    const id = await client.create('/contacts', everything)
    const cleared = Object.fromEntries(Object.keys(everything).map(name => [name, null]))
    await update(id, { ...cleared, lastName: 'Alvarez' })
    const contact = await client.contact(id)
    expect(contact).toMatchObject({ lastName: 'Alvarez', gender: 0, maritalStatus: 0, emailStatus: 0 })
    expect(Object.keys(contact)).not.toContain('phone')
    await update(id, everything)
    const empty = {
      emailAddress: '',
      nickname: '',
      address1: '',
      address2: '',
      city: '',
      state: '',
      postalCode: '',
    }
    await update(id, empty)
    for (const name of Object.keys(empty)) expect(Object.keys(await client.contact(id))).not.toContain(name)
  })

  it('without changes keeps the modification time', async () => {
    const id = await client.create('/contacts', everything)
    const before = await client.contact(id)
    expect((await update(id, everything)).status).toBe(200)
    expect((await update(id, {})).status).toBe(200)
    expect(await client.contact(id)).toEqual(before)
  })

  it('updates the e-mail status with the address; an unsubscribe persists', async () => {
    const id = await client.create('/contacts', { firstName: 'Ann' })
    const statusAfter = async (emailAddress: string | null): Promise<unknown> => {
      await update(id, { emailAddress })
      return (await client.contact(id))['emailStatus']
    }
    expect(await statusAfter('a@mail.test')).toBe(1)
    await database.query('update contact set email_status = 3 where id = $1', [id])
    await update(id, { city: 'Akron' })
    expect(await client.contact(id)).toMatchObject({ emailStatus: 3, disableEmailStatus: true })
    expect(await statusAfter('b@mail.test')).toBe(1)
    await database.query('update contact set email_status = 2, unsubscribed_at = now() where id = $1', [id])
    expect(await statusAfter('c@mail.test')).toBe(2)
    expect(await statusAfter(null)).toBe(0)
    expect(await statusAfter('c@mail.test')).toBe(2)
    expect(checkDetail(await client.contact(id))).toEqual([])
  })
})

describe('a phone number', () => {
  it('has one member, shared by a household, which outlives its contacts', async () => {
    const phone = '+12025550177'
    const parent = await client.create('/contacts', { firstName: 'Ann', phone })
    const members = await membersOf(phone)
    expect(members).toHaveLength(1)
    const child = await client.create('/contacts', { firstName: 'Bo', phone })
    const third = await client.create('/contacts', { firstName: 'Cy' })
    await update(third, { phone })
    for (const id of [parent, child, third]) await client.call('DELETE', `/contacts/${id}`)
    await client.create('/contacts', { phone })
    expect(await membersOf(phone)).toEqual(members)
  })

  it('set by an update gets its member; the old number’s member stays', async () => {
    const id = await client.create('/contacts', { phone: '+12025550181' })
    await update(id, { phone: '+12025550182' })
    expect(await membersOf('+12025550181')).toHaveLength(1)
    expect(await membersOf('+12025550182')).toHaveLength(1)
  })

  it('that is known consumes no member id', async () => {
    const phone = '+12025550183'
    await client.create('/contacts', { phone })
    for (let again = 0; again < 5; again += 1) await client.create('/contacts', { phone })
    await client.create('/contacts', { phone: '+12025550184' })
    const [one = 0] = await membersOf(phone)
    const [next = 0] = await membersOf('+12025550184')
    expect(next - one).toBe(1024)
  })
})

describe('400', () => {
  it.each([
    {},
    { nickname: 'Mia', city: 'Dayton' },
    { firstName: null },
    { emailAddress: '' },
    { emailAddress: '', phone: null, lastName: null },
  ])('for a new contact without an identifying field: %j', async body => {
    const problem = expectProblem(await client.call('POST', '/contacts', body), {
      status: 400,
      code: 'invalid_request',
    })
    expect(problem.details).toEqual({ errors: [{ path: '', message: expect.stringContaining('firstName') }] })
  })

  it('for an update that would leave no identifying field, and nothing changes', async () => {
    const id = await client.create('/contacts', { firstName: 'Ann', phone: '+12025550144', city: 'Akron' })
    const before = await client.contact(id)
    const answer = await update(id, { firstName: null, phone: null, city: 'Dayton' })
    expectProblem(answer, { status: 400, code: 'invalid_request' })
    expect(await client.contact(id)).toEqual(before)
  })

  it.each([
    { firstName: '' },
    { lastName: '' },
    { firstName: 'A', phone: '2025550123' },
    { firstName: 'A', phone: '' },
    { firstName: 'A', birthDate: '2999-05-05' },
    { firstName: 'A', birthDate: '2023-02-29' },
    { firstName: 'A', birthDate: '' },
    { firstName: 'A', gender: 3 },
    { firstName: 'A', maritalStatus: 7 },
    { firstName: 'A', city: 'x'.repeat(201) },
    { firstName: 7 },
  ])('for %j, in a create and in an update', async body => {
    const id = await client.create('/contacts', { firstName: 'Ann' })
    for (const answer of [await client.call('POST', '/contacts', body), await update(id, body)]) {
      expectProblem(answer, { status: 400, code: 'invalid_request' })
    }
  })
})

describe('204 and 404', () => {
  it('a deleted contact is gone from every read and write immediately', async () => {
    const id = await client.create('/contacts', everything)
    expect(await client.call('DELETE', `/contacts/${id}`)).toMatchObject({ status: 204, body: '' })
    const { rows } = await database.query('select from contact where id = $1', [id])
    expect(rows).toEqual([])
    for (const answer of [
      await client.call('GET', `/contacts/${id}`),
      await update(id, { city: 'Akron' }),
      await client.call('PUT', `/contacts/${id}/groups`, { groupIds: [] }),
      await client.call('DELETE', `/contacts/${id}`),
    ]) {
      expectProblem(answer, { status: 404, code: 'not_found' })
    }
  })

  it.each([2, 1_026, Number.MAX_SAFE_INTEGER])('no contact has id %i', async id => {
    expectProblem(await client.call('GET', `/contacts/${id}`), { status: 404, code: 'not_found' })
  })
})

describe('your own id of a contact', () => {
  it('is taken by a create, which returns the existing contact unchanged the next time', async () => {
    const own = { externalContactId: 'crm-own-1', firstName: 'Ines', phone: '+12025550177' }
    const id = await client.create('/contacts', own)
    expect(await client.contact(id)).toMatchObject(own)
    expect(await client.create('/contacts', { ...own, firstName: 'Other', phone: '+12025550178' })).toBe(id)
    expect(await client.contact(id)).toMatchObject(own)
    expect(await membersOf('+12025550178')).toEqual([])
    const found = await client.call('GET', '/contacts?externalContactId=crm-own-1')
    expect(JSON.parse(found.body)).toMatchObject({ data: [{ contactId: id }], pageInfo: { totalRecord: 1 } })
  })

  it('creates one contact, however many requests and batches come at the same time', async () => {
    const contact = { externalContactId: 'crm-own-2', firstName: 'Ines' }
    const single = Array.from({ length: 6 }, () => client.create('/contacts', contact))
    const batches = Array.from({ length: 3 }, async () => {
      const { body } = await client.call('POST', '/contacts/batch', { contacts: [contact] })
      return Number(JSON.parse(body).results?.[0].contactId)
    })
    expect(new Set(await Promise.all([...single, ...batches])).size).toBe(1)
  })

  it('is replaced and cleared by an update, and refused if another contact has it', async () => {
    const taken = await client.create('/contacts', { externalContactId: 'crm-own-3', firstName: 'Ines' })
    const id = await client.create('/contacts', { firstName: 'Ines' })
    const refused = await update(id, { externalContactId: 'crm-own-3', firstName: 'Ida' })
    expect(refused.status).toBe(400)
    expect(JSON.parse(refused.body)).toMatchObject({
      details: { errors: [{ path: '/externalContactId', message: 'is that of another contact' }] },
    })
    expect(await client.contact(id)).toMatchObject({ firstName: 'Ines' })
    expect((await update(taken, { externalContactId: null })).status).toBe(200)
    expect((await update(id, { externalContactId: 'crm-own-3' })).status).toBe(200)
    expect(await client.contact(id)).toMatchObject({ externalContactId: 'crm-own-3', firstName: 'Ines' })
    expect(await client.contact(taken)).not.toHaveProperty('externalContactId')
  })
})
