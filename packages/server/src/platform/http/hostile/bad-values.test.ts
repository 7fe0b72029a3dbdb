import { limits } from '@parley/contract'
import { describe } from 'vitest'
import {
  contacts,
  type GoodRequest,
  itAccepts,
  itRefuses,
  messages,
  post,
  useExampleServer,
} from '../../../../test/http/bad-requests.ts'
import type { RequestParts } from '../../../../test/http/raw-client.ts'

const server = useExampleServer()

const consentRequests = '/v1/text/messaging/consent-requests'
const message = (literal: string, rest = '"text":"Hello","phone":"+12025550123"') =>
  post(messages, `{${rest},${literal}}`)
const contact = (literal: string) => post(contacts, `{"firstName":"Maria",${literal}}`)
const memberships = (literal: string): RequestParts => ({
  ...post(`${contacts}/5121/groups`, `{${literal}}`),
  method: 'PUT',
})
const rows = (literals: readonly string[], request: (literal: string) => RequestParts) =>
  literals.map(literal => ({ name: literal, request: request(literal) }))

const notStrings = ['123', 'true', 'null', '["a"]', '{"a":1}']
const notIntegers = ['"1"', '1e400', '-1e400', '1.5', 'true', '[1]', '{}']

describe('a value of another type', () => {
  const phone = '"phone":"+12025550123"'
  itRefuses(server, rows(notStrings, value => message(`"text":${value}`, phone)).map(named('text')))
  itRefuses(server, rows(notStrings, value => message(`"phone":${value}`, '"text":"Hi"')).map(named('phone')))
  itRefuses(
    server,
    rows(['"a"', '{"0":"+12025550123"}', '[12025550123]', '[null]', '[["+12025550123"]]'], value =>
      message(`"phoneNumbers":${value}`, '"text":"Hi"'),
    ).map(named('phoneNumbers')),
  )
  itRefuses(
    server,
    rows(['"true"', '1', '0', '[]'], value => message(`"scheduleDelivery":${value}`)).map(
      named('scheduleDelivery'),
    ),
  )
  itRefuses(
    server,
    rows(['123', 'true', '["a"]', '{}'], value => contact(`"city":${value}`)).map(named('city')),
  )
  itAccepts(server, [{ name: 'null where it clears a field', request: contact('"city":null') }])
})

describe('a number that is not an integer, or not safe', () => {
  const tooLarge = ['9007199254740992', '9007199254740993', '9223372036854775808', '1e16', '0', '-0', '-1']
  itRefuses(
    server,
    rows([...notIntegers, ...tooLarge, 'null'], value => memberships(`"groupIds":[2049,${value}]`)).map(
      named('groupIds'),
    ),
  )
  itRefuses(
    server,
    rows([...notIntegers, '7', '-1', '9007199254740993'], value =>
      message(`"scheduleDelivery":true,"deliveryDate":1796137200000,"frequency":${value}`),
    ).map(named('frequency')),
  )
  itAccepts(server, [
    { name: 'the largest safe integer', request: memberships('"groupIds":[9007199254740991]') },
    { name: '1.0', request: memberships('"groupIds":[1.0,2e0]') },
    { name: 'any number in an unknown field', request: message('"other":[1.0,-0,1e400,9007199254740993]') },
  ])
})

describe('a code that is not in the list', () => {
  const wrong = ['0.5', '7', '-1', '"0"', 'true', '1e400', '[0]']
  itRefuses(server, rows(wrong, value => contact(`"gender":${value}`)).map(named('gender')))
  itRefuses(server, rows(wrong, value => contact(`"maritalStatus":${value}`)).map(named('maritalStatus')))
})

describe('an id in the path', () => {
  const paths = [`${contacts}/*`, `${messages}/*`]
  const wrong = [
    '0x10',
    '1e3',
    '%201',
    '1%20',
    '+1',
    '%2B1',
    '1.0',
    '-0',
    '01',
    '0',
    '-1',
    'abc',
    'null',
    '%00',
    '1%00',
  ]
    .concat('9007199254740992', '9007199254740993', '9223372036854775807', '9223372036854775808')
    .concat('99999999999999999999', '1,2', '%D9%A1', '%EF%BC%91', "1'", '1%0A', '__proto__', '1%2F2')
  itRefuses(
    server,
    paths.flatMap(path =>
      wrong.map(id => ({ name: path.replace('*', id), request: { path: path.replace('*', id) } })),
    ),
  )
  itRefuses(
    server,
    ['PUT', 'DELETE'].map(method => ({
      name: `${method} of 0x10`,
      request: { ...post(`${contacts}/0x10`, { city: 'Dayton' }), method },
    })),
  )
  itAccepts(server, [
    { name: '1', request: { path: `${contacts}/1` }, receives: { params: { contactId: 1 } } },
    {
      name: '2^53 - 1',
      request: { path: `${contacts}/9007199254740991` },
      receives: { params: { contactId: Number.MAX_SAFE_INTEGER } },
    },
  ])
})

describe('a page that cannot exist', () => {
  const wrong = ['page=0', 'page=-1', 'page=1e9', 'page=9e15', 'page=-9000000000000000000000', 'page=']
    .concat(
      'page',
      'page=1.0',
      'page=01',
      'page=+1',
      'page=%201',
      'page=1&page=2',
      'page=1&page=1',
      'page=abc',
    )
    .concat('pageSize=0', 'pageSize=-1', 'pageSize=201', 'pageSize=', 'pageSize=1&pageSize=1')
  itRefuses(
    server,
    ['/core/contact/contacts', '/core/contact/groups', '/core/content/library/search'].flatMap(path =>
      wrong.map(query => ({ name: `${path}?${query}`, request: { path: `/v1${path}?${query}` } })),
    ),
  )
  const pageOf = (query: string, page: number, pageSize: number): GoodRequest => ({
    name: query || 'no query',
    request: { path: `${contacts}?${query}` },
    receives: { query: { page, pageSize } },
  })
  itAccepts(server, [
    pageOf('', 1, limits.pageSizeDefault),
    pageOf('page=5000&pageSize=200', 5_000, 200),
    pageOf('page=20001', 20_001, 50),
    pageOf(`page=${'9'.repeat(400)}`, Number.MAX_SAFE_INTEGER, 50),
    pageOf('page[]=7', 1, 50),
    pageOf('page%5B%5D=7&pagesize=3&PAGE=0', 1, 50),
    pageOf('&&page=2&', 2, 50),
  ])
})

describe('a phone number that is not E.164', () => {
  const digits = (count: number) => `+${'2'.repeat(count)}`
  const wrong: Record<string, string> = {
    nothing: '',
    'a plus sign': '+',
    '7 digits': digits(7),
    '16 digits': digits(16),
    'a leading zero': '+02025550123',
    'no plus sign': '12025550123',
    'two plus signs': '++12025550123',
    spaces: '+1 202 555 0123',
    'a leading space': ' +12025550123',
    'a trailing space': '+12025550123 ',
    dashes: '+1-202-555-0123',
    brackets: '+1(202)5550123',
    'a tel URI': 'tel:+12025550123',
    'an extension': '+12025550123x7',
    'a pause': '+12025550123,7',
    'Arabic digits': '+١٢٠٢٥٥٥٠١٢٣',
    'fullwidth digits': '+１２０２５５５０１２３',
    'a fullwidth plus sign': '＋12025550123',
    'a trailing line feed': '+12025550123\n',
    'a right-to-left override': '\u202e+12025550123',
    'a zero-width space': '+1202\u200b5550123',
    'a byte order mark': '\ufeff+12025550123',
    NUL: '+12025550123\0',
    '10 kB': `+${'1'.repeat(10_000)}`,
    letters: '+1202555CALL',
  }
  const entries = Object.entries(wrong)
  const hidden = (phone: string) => (phone.length > 3 ? { hides: phone.trim() } : {})
  itRefuses(
    server,
    entries.map(([name, phone]) => ({
      name: `${name} in phone`,
      request: post(messages, { text: 'Hi', phone }),
      ...hidden(phone),
    })),
  )
  itRefuses(
    server,
    entries.map(([name, phone]) => ({
      name: `${name} in a list`,
      request: post(consentRequests, { phoneNumbers: ['+12025550123', phone] }),
      ...hidden(phone),
    })),
  )
  itRefuses(
    server,
    entries
      .map(([name, phone]) => ({
        name: `${name} in a query`,
        request: { path: `/v1/text/messaging/consents?phone=${encodeURIComponent(phone)}` },
        ...hidden(phone),
      }))
      .filter(({ name }) => !name.startsWith('10 kB')),
  )

  const many = (count: number) => Array.from({ length: count }, (_, index) => `+1202555${1_000 + index}`)
  itRefuses(server, [
    {
      name: 'no recipient',
      request: post(messages, { text: 'Hi' }),
      says: 'exactly one of phone and phoneNumbers',
    },
    {
      name: 'both phone and phoneNumbers',
      request: post(messages, { text: 'Hi', phone: '+12025550123', phoneNumbers: ['+12025550123'] }),
    },
    { name: 'an empty list', request: post(consentRequests, { phoneNumbers: [] }) },
    {
      name: `${limits.recipients + 1} numbers`,
      request: post(consentRequests, { phoneNumbers: many(limits.recipients + 1) }),
    },
    {
      name: `${limits.recipients + 1} recipients`,
      request: post(messages, { text: 'Hi', phoneNumbers: many(limits.recipients + 1) }),
    },
    { name: 'a list that is missing', request: post(consentRequests, {}) },
  ])
  const accepted = (name: string, phoneNumbers: readonly string[]): GoodRequest => ({
    name,
    request: post(consentRequests, { phoneNumbers }),
    receives: { body: { phoneNumbers } },
  })
  itAccepts(server, [
    accepted('8 digits', [digits(8)]),
    accepted('15 digits', [digits(15)]),
    accepted(`${limits.recipients} numbers`, many(limits.recipients)),
    accepted('a number that is repeated', ['+12025550123', '+12025550123']),
    ...['%2B12025550123', '+12025550123'].map(phone => ({
      name: `${phone} in a query`,
      request: { path: `/v1/text/messaging/consents?phone=${phone}` },
      receives: { query: { phone: '+12025550123' } },
    })),
  ])
})

function named(field: string) {
  return <Row extends { name: string }>(row: Row): Row => ({ ...row, name: `${field} ${row.name}` })
}
