import { describe } from 'vitest'
import {
  contacts,
  itAccepts,
  itRefuses,
  messages,
  post,
  useExampleServer,
} from '../../../../test/http/bad-requests.ts'

const server = useExampleServer()

const search = (text: string) => ({ path: `${contacts}?search=${encodeURIComponent(text)}` })

describe('a search text', () => {
  const texts: Record<string, string> = {
    'a percent sign': '%',
    'an underscore': '_',
    'a backslash': '\\',
    'a trailing backslash': 'smith\\',
    quotes: `"o'hara" '' \\"`,
    SQL: `'; drop table contacts; --`,
    '150 characters': 'x'.repeat(150),
    '150 characters outside the basic plane': '😀'.repeat(150),
    'input that makes a backtracking regular expression explode': `${'a'.repeat(149)}!`,
    'a nested quantifier': '(a+)+$'.repeat(25),
    'a right-to-left override': '\u202eabc',
    nothing: '',
  }
  itAccepts(
    server,
    Object.entries(texts).map(([name, text]) => ({
      name: `${name}, unchanged`,
      request: search(text),
      receives: { query: { search: text } },
    })),
  )
  itRefuses(server, [
    { name: '151 characters', request: search('canary!'.repeat(22).slice(0, 151)), hides: 'canary' },
    { name: '151 characters outside the basic plane', request: search('😀'.repeat(151)), hides: '😀' },
    { name: '5,000 characters', request: search('canary'.repeat(834)), hides: 'canary' },
    { name: '65 parameters', request: { path: `${contacts}?${'a&'.repeat(64)}a` } },
    { name: 'two search texts', request: { path: `${contacts}?search=a&search=b` } },
    { name: 'NUL', request: search('canary\0'), hides: 'canary' },
    { name: 'bytes that are not UTF-8', request: { path: `${contacts}?search=canary%ff` }, hides: 'canary' },
    { name: 'half of a surrogate pair', request: { path: `${contacts}?search=%ED%A0%80` } },
    { name: 'an overlong sequence', request: { path: `${contacts}?search=%C0%AF` } },
    { name: 'a percent sign without digits', request: { path: `${contacts}?search=100%` } },
    { name: 'an unknown parameter that is not UTF-8', request: { path: `${contacts}?other=%ff` } },
  ])
  itAccepts(server, [
    {
      name: 'a plus sign as a space',
      request: { path: `${contacts}?search=a+b` },
      receives: { query: { search: 'a b' } },
    },
    { name: 'unknown parameters', request: { path: `${contacts}?other=1&other=2&token=x` } },
  ])
})

describe('a sort field', () => {
  const wrong = [
    'phone',
    'fullname',
    'FULLNAME',
    'constructor',
    '__proto__',
    'fullName ',
    'fullName desc',
    '1',
  ].concat('fullName;drop table contacts', "fullName') --", '(select 1)', 'fullName,email', '')
  itRefuses(
    server,
    wrong.map(field => ({
      name: `"${field}", which is not in the list`,
      request: { path: `${contacts}?sortBy=${encodeURIComponent(field)}` },
      ...(field.includes('(') && { hides: field }),
    })),
  )
  itRefuses(server, [
    { name: 'two fields', request: { path: `${contacts}?sortBy=email&sortBy=source` } },
    { name: 'a direction that is none', request: { path: `${contacts}?sortDirection=sideways` } },
    { name: 'a direction with SQL', request: { path: `${contacts}?sortDirection=asc;select%201` } },
    {
      name: 'an unknown content type',
      request: { path: '/v1/core/content/library/search?contentType=all' },
    },
  ])
})

describe('a date', () => {
  const days = ['2023-02-29', '2024-02-30', '2024-13-01', '2024-00-10', '2024-01-00', '2024-1-1', '24-01-01']
    .concat(
      '0000-01-01',
      '0999-12-31',
      '3000-01-01',
      '294277-01-01',
      '-2024-01-01',
      '+2024-01-01',
      '2024-01-01T00:00:00Z',
    )
    .concat(
      'infinity',
      '-infinity',
      'NaN',
      'now',
      'epoch',
      'today',
      '20240101',
      '2024/01/01',
      '01-02-2024',
      '',
    )
    .concat(' 2024-01-01', '2024-01-01\n', '２０２４-01-01', '2024-01-01 BC')
  itRefuses(
    server,
    ['birthDate', 'clientAnniversary'].flatMap(field =>
      days.map(day => ({
        name: `${field} ${JSON.stringify(day)}`,
        request: post(contacts, { firstName: 'Maria', [field]: day }),
        ...(day.length > 8 && { hides: day }),
      })),
    ),
  )
  itRefuses(server, [
    { name: 'birthDate as a number', request: post(contacts, { birthDate: 1_796_137_200_000 }) },
  ])
  itAccepts(
    server,
    ['2024-02-29', '1000-01-01', '2999-12-31', '2000-02-29'].map(birthDate => ({
      name: birthDate,
      request: post(contacts, { firstName: 'Maria', birthDate }),
      receives: { body: { birthDate } },
    })),
  )

  const instants = [
    '2026-11-01',
    '2026-11-01T00:00:00',
    '2023-02-29T00:00:00Z',
    '294277-01-01T00:00:00Z',
    'infinity',
  ].concat('0000-01-01T00:00:00Z', '2026-11-01T25:00:00Z', '2026-11-01T00:60:00Z', '1796137200000', '')
  itRefuses(
    server,
    instants.map(instant => ({
      name: `modifiedSince ${instant}`,
      request: { path: `${contacts}?modifiedSince=${encodeURIComponent(instant)}` },
    })),
  )
  itAccepts(
    server,
    ['2026-11-01T00:00:00Z', '2026-11-01T00:00:00.123456Z', '2026-11-01T02:00:00%2B02:00'].map(instant => ({
      name: instant,
      request: { path: `${contacts}?modifiedSince=${instant}` },
    })),
  )
})

describe('a delivery date', () => {
  const schedule = (deliveryDate: string) =>
    post(
      messages,
      `{"text":"Hi","phone":"+12025550123","scheduleDelivery":true,"deliveryDate":${deliveryDate}}`,
    )
  itRefuses(server, [
    ...['1796137200', '0', '-1', '99999999999', '1.7961372e9'].map(seconds => ({
      name: `${seconds}, which is in seconds`,
      request: schedule(seconds),
      says: 'looks like seconds: send Unix time in milliseconds',
    })),
    ...['1e18', '1e400', '-1e400', 'NaN', '8640000000000001', '"1796137200000"', '[1796137200000]', 'true']
      .concat('"2026-12-01T10:00:00Z"')
      .map(date => ({ name: date, request: schedule(date) })),
    {
      name: 'one without scheduleDelivery',
      request: post(messages, { text: 'Hi', phone: '+12025550123', deliveryDate: 1_796_137_200_000 }),
      says: 'require scheduleDelivery',
    },
    {
      name: 'a frequency without scheduleDelivery',
      request: post(messages, { text: 'Hi', phone: '+12025550123', frequency: 1 }),
      says: 'require scheduleDelivery',
    },
  ])
  itAccepts(server, [{ name: 'milliseconds', request: schedule('1796137200000') }])
})
