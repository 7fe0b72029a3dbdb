import { isBoolean, isDateTime, isInteger, isNumber, isText } from '../matches.ts'
import type { Scenario } from '../scenario.ts'

const contacts = '/core/contact/contacts'

const full = {
  firstName: 'Maria',
  lastName: 'Alvarez',
  emailAddress: 'maria.alvarez@mail.test',
  nickname: 'Mari',
  birthDate: '1974-06-02',
  clientAnniversary: '2012-02-29',
  gender: 2,
  maritalStatus: 3,
  address1: '12 Elm Street',
  address2: 'Apartment 4',
  city: 'Dayton',
  state: 'OH',
  postalCode: '45402',
}

/** The statement of each input field. */
const numberOf = {
  firstName: '2.25',
  lastName: '2.26',
  emailAddress: '2.27',
  nickname: '2.28',
  birthDate: '2.29',
  clientAnniversary: '2.31',
  gender: '2.32',
  maritalStatus: '2.33',
  address1: '2.34',
  address2: '2.35',
  city: '2.36',
  state: '2.37',
  postalCode: '2.38',
} as const satisfies Record<keyof typeof full, string>

const life: Scenario = {
  name: 'contact: create, get, update, delete',
  run: async ({ get, post, put, remove, newPhone }, { statement }) => {
    const phone = newPhone()
    const created = await post(contacts, { ...full, phone })
    statement('1.5 2.39 4.25 4.36 D7', 'create', created, { status: 200, body: { id: isInteger } })
    const { id } = created.body
    statement('D5', 'the id', [id > 0, id < 2 ** 53, id % 1_024], [true, true, 1])
    const path = `${contacts}/${id}`
    const { status, body } = await get(path)
    statement('1.5 4.27 4.35', 'get', status, 200)
    for (const [field, numbers] of Object.entries(numberOf)) {
      statement(numbers, `${field} is stored`, body[field], full[field as keyof typeof full])
    }
    statement('2.30', 'phone is stored', body['phone'], phone)
    statement('2.43', 'contactId', body['contactId'], id)
    const uuidV7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
    statement('2.44 D51', 'identifier', body['identifier'], uuidV7)
    statement('2.46 2.47 D49', 'source', body, { source: 1, sourceText: 'Partner API' })
    statement('2.48', 'isCrmLinkedContact', body['isCrmLinkedContact'], isBoolean)
    const names = {
      emailAddress: isText,
      phone: isText,
      firstName: isText,
      lastName: isText,
      nickname: isText,
    }
    statement('2.49', 'names, email, phone', body, names)
    statement('2.50', 'dates', body, { birthDate: '1974-06-02', clientAnniversary: '2012-02-29' })
    statement('2.52 D3', 'times', body, { dateTimeCreated: isDateTime, dateTimeModified: isDateTime })
    statement('2.53 2.54', 'gender and maritalStatus', body, { gender: isNumber, maritalStatus: isNumber })
    statement('2.55 2.56 D50', 'emailStatus', body, { emailStatus: 1, disableEmailStatus: false })
    statement('2.57', 'address', body, {
      address1: isText,
      address2: isText,
      city: isText,
      state: isText,
      postalCode: isText,
    })
    statement('2.58', 'groupIds', body['groupIds'], [])

    const updated = await put(path, { city: 'Columbus', nickname: null })
    statement('2.40 4.26 4.37', 'update', updated, { status: 200, body: { id } })
    const after = await get(path)
    statement('4.37 D47', 'absent fields stay, null clears', after.body, {
      ...full,
      city: 'Columbus',
      nickname: undefined,
    })
    await put(path, { state: '' })
    statement(
      'D4 2.61',
      'no empty string and no null',
      Object.values((await get(path)).body),
      (values: unknown) => Array.isArray(values) && !values.includes('') && !values.includes(null),
    )

    const removed = await remove(path)
    statement('4.29 D7 1.5', 'delete', removed, { status: 204, text: '' })
    const gone = await Promise.all([get(path), put(path, { city: 'Dayton' }), remove(path)])
    statement(
      'D56',
      'after the deletion',
      gone.map(answer => [answer.status, answer.body.code]),
      [
        [404, 'not_found'],
        [404, 'not_found'],
        [404, 'not_found'],
      ],
    )
    const search = await get(`${contacts}?phone=${encodeURIComponent(phone)}`)
    statement('D56', 'search after the deletion', search.body.data, [])
  },
}

const refusals: Scenario = {
  name: 'contact: what is refused',
  run: async ({ get, post, put, remove }, { statement }) => {
    const attempt = async (input: object) => {
      const { status, body } = await post(contacts, input)
      return status === 400 ? `400 ${body.code}` : status
    }
    const refused = '400 invalid_request'
    const strings = Object.entries(numberOf).filter(
      ([field]) => field !== 'gender' && field !== 'maritalStatus',
    )
    for (const [field, numbers] of strings) {
      for (const value of [5, true, ['a']]) {
        statement(
          numbers,
          `${field}: ${JSON.stringify(value)}`,
          await attempt({ firstName: 'Ada', [field]: value }),
          refused,
        )
      }
    }
    statement('D45', 'nothing', await attempt({}), refused)
    statement('D45', 'only a city', await attempt({ city: 'Dayton' }), refused)
    const enough = [
      { firstName: 'A' },
      { lastName: 'B' },
      { emailAddress: 'a@mail.test' },
      { phone: '+12025550123' },
    ]
    for (const input of enough) statement('D45', JSON.stringify(input), await attempt(input), 200)
    statement(
      'D45',
      'empty names',
      [await attempt({ firstName: '' }), await attempt({ firstName: 'A', lastName: '' })],
      [refused, refused],
    )
    for (const date of [
      '1974-02-30',
      '2023-02-29',
      '02/06/1974',
      '1974-6-2',
      '19740602',
      '1974-06-02T00:00:00Z',
    ]) {
      statement('D2 2.29', `birthDate ${date}`, await attempt({ firstName: 'A', birthDate: date }), refused)
      statement(
        'D2 2.31',
        `clientAnniversary ${date}`,
        await attempt({ firstName: 'A', clientAnniversary: date }),
        refused,
      )
    }
    for (const gender of [0, 1, 2, 9])
      statement('2.32 D48', `gender ${gender}`, await attempt({ firstName: 'A', gender }), 200)
    for (const gender of [3, -1, 10, 0.5, '1']) {
      statement('2.32 D48', `gender ${gender}`, await attempt({ firstName: 'A', gender }), refused)
    }
    for (const maritalStatus of [0, 1, 2, 3, 4, 5, 6]) {
      statement(
        '2.33 D48',
        `maritalStatus ${maritalStatus}`,
        await attempt({ firstName: 'A', maritalStatus }),
        200,
      )
    }
    for (const maritalStatus of [7, -1, 0.5, '1']) {
      statement(
        '2.33 D48',
        `maritalStatus ${maritalStatus}`,
        await attempt({ firstName: 'A', maritalStatus }),
        refused,
      )
    }
    const wrongIds = await Promise.all(['none', '0', '-1', '1.5'].map(id => get(`${contacts}/${id}`)))
    statement(
      '4.35',
      'ids that are none',
      wrongIds.map(({ status }) => status),
      [400, 400, 400, 400],
    )
    const unknown = `${contacts}/9007199254740991`
    const missing = await Promise.all([get(unknown), put(unknown, { city: 'Dayton' }), remove(unknown)])
    statement(
      '4.35 D18',
      'an unknown id',
      missing.map(({ status }) => status),
      [404, 404, 404],
    )
  },
}

const crmFields: Scenario = {
  name: 'CRM fields and unsubscription, written by SQL because nothing else writes them',
  run: async ({ service, get, post }, { statement }) => {
    const { body } = await post(contacts, {
      firstName: 'Linked',
      lastName: 'Remote',
      emailAddress: 'linked@mail.test',
    })
    const path = `${contacts}/${body.id}`
    statement('2.45 2.51 2.59 2.60', 'before', (await get(path)).body, {
      remoteContactId: undefined,
      remoteContactUrl: undefined,
      dateTimeUnsubscribed: undefined,
      customFields: [],
      isCrmLinkedContact: false,
    })
    const field = { key: 'tier', label: 'Tier', author: 'crm', display: 'Gold', value: 'gold' }
    const write = (set: string) => service.lock(`update contact set ${set} where id = ${body.id}`)
    await write(
      `remote_id = 'r-1', remote_url = 'https://crm.example/r-1', custom_fields = '[${JSON.stringify(field)}]',
       unsubscribed_at = now(), email_status = 2`,
    )
    const linked = (await get(path)).body
    statement('2.45 2.59', 'id and URL', linked, {
      remoteContactId: 'r-1',
      remoteContactUrl: 'https://crm.example/r-1',
    })
    statement('2.48', 'isCrmLinkedContact', linked['isCrmLinkedContact'], true)
    statement('2.51 D3', 'dateTimeUnsubscribed', linked['dateTimeUnsubscribed'], isDateTime)
    statement('2.60', 'customFields', linked['customFields'], [field])
    statement('2.55 2.56 D50', 'unsubscribed', linked, { emailStatus: 2, disableEmailStatus: true })
    const listed = (await get(`${contacts}?search=linked%40mail.test`)).body.data
    statement('2.73 2.74 2.67 2.68 D50', 'in a list', listed, [
      {
        remoteContactId: 'r-1',
        remoteContactUrl: 'https://crm.example/r-1',
        isCrmLinkedContact: true,
        emailStatus: 'unsubscribed',
        emailAddressDisposition: 2,
      },
    ])
    await write('email_status = 3')
    statement('D50', 'bounced', (await get(path)).body, { emailStatus: 3, disableEmailStatus: true })
    const none = await post(contacts, { firstName: 'No', lastName: 'Email' })
    statement('D50', 'no address', (await get(`${contacts}/${none.body.id}`)).body, {
      emailStatus: 0,
      disableEmailStatus: false,
    })
  },
}

export const contactScenarios: readonly Scenario[] = [life, refusals, crmFields]
