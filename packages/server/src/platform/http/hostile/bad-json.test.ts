import { describe, expect, it } from 'vitest'
import {
  contacts,
  itAccepts,
  itRefuses,
  messages,
  post,
  useExampleServer,
} from '../../../../test/http/bad-requests.ts'
import { jsonLimits, parseJson } from '../json.ts'

const server = useExampleServer()

const fields = '"text":"Hello","phone":"+12025550123"'
const message = `{${fields}}`
const withField = (field: string) => post(messages, `{${fields},${field}}`)
const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)
const keys = (count: number) =>
  Array.from({ length: count }, (_, index) => `"${index.toString(36)}":1`).join()

describe('a body that is not JSON', () => {
  itRefuses(
    server,
    [
      ['an empty body', ''],
      ['a blank body', ' \r\n\t '],
      ['a byte order mark and nothing else', '\ufeff'],
      ['a truncated body', message.slice(0, -1)],
      ['trailing garbage', `${message}canary`],
      ['two values', message + message],
      ['NaN', `{${fields},"deliveryDate":NaN}`],
      ['Infinity', `{${fields},"deliveryDate":Infinity}`],
      ['undefined', `{${fields},"deliveryDate":undefined}`],
      ['a block comment', `/* canary */${message}`],
      ['a line comment', `${message}// canary`],
      ['single quotes', message.replaceAll('"', "'")],
      ['a bare key', `{text:"canary"}`],
      ['a trailing comma', `{${fields},}`],
      ['a hexadecimal number', `{${fields},"frequency":0x1}`],
      ['a leading zero', `{${fields},"frequency":01}`],
      ['a plus sign', `{${fields},"frequency":+1}`],
      ['a line feed inside a string', '{"text":"canary\n","phone":"+12025550123"}'],
      ['an escape that does not exist', '{"text":"canary\\x00","phone":"+12025550123"}'],
    ].map(([name = '', body = '']) => ({ name, request: post(messages, body), hides: 'canary' })),
  )
})

describe('a body that is JSON but not an object', () => {
  itRefuses(
    server,
    ['null', 'true', '0', '"canary"', '[]', `[${message}]`].map(body => ({
      name: body,
      request: post(messages, body),
      hides: 'canary',
    })),
  )
  itRefuses(server, [{ name: 'no body and no type', request: { method: 'POST', path: messages } }])
})

describe('a key given twice', () => {
  itRefuses(server, [
    { name: 'at the top', request: withField('"text":"canary"'), hides: 'canary' },
    { name: 'with the same value', request: withField('"text":"Hello"') },
    { name: 'written with an escape', request: withField('"t\\u0065xt":"canary"'), hides: 'canary' },
    { name: 'inside an unknown field', request: withField('"other":{"a":1,"a":2}') },
    { name: 'inside a list', request: withField('"other":[[{"a":1,"b":{},"a":2}]]') },
  ])
  itAccepts(server, [
    { name: 'in two different objects', request: withField('"one":{"a":1},"two":{"a":{"a":[{"a":1}]}}') },
    { name: 'that looks like a value', request: withField('"a":"text","b":["text","text"]') },
  ])
})

describe('a name that reaches into prototypes', () => {
  const query = (name: string) => ({ path: `${contacts}?${name}=canary` })
  itRefuses(server, [
    { name: '__proto__', request: withField('"__proto__":{"polluted":1}') },
    { name: '__proto__ that is no object', request: withField('"__proto__":1') },
    { name: '__proto__ written with escapes', request: withField('"\\u005f_proto_\\u005f":{"polluted":1}') },
    { name: '__proto__ nested', request: withField('"other":{"deep":[{"__proto__":{"polluted":1}}]}') },
    { name: 'constructor.prototype', request: withField('"constructor":{"prototype":{"polluted":1}}') },
    {
      name: 'constructor.prototype nested',
      request: withField('"other":[{"constructor":{"a":1,"prototype":{"polluted":1}}}]'),
    },
    ...['__proto__', '%5F_proto__', '__proto__[polluted]', '__proto__.polluted', 'constructor[prototype][a]']
      .concat('constructor.prototype.polluted', 'prototype')
      .map(name => ({ name: `${name} in the query`, request: query(name), hides: 'canary' })),
  ])
  itAccepts(server, [
    { name: 'constructor as an unknown field', request: withField('"constructor":"builder"') },
    { name: 'prototype as an unknown field', request: withField('"prototype":{"a":1}') },
    { name: '__proto__ as a text', request: post(messages, { text: '__proto__', phone: '+12025550123' }) },
  ])
})

describe('a body that is too deep or too wide', () => {
  itRefuses(server, [
    { name: '100,000 lists in one another', request: post(messages, nested(100_000)) },
    { name: '100,000 lists in an unknown field', request: withField(`"other":${nested(100_000)}`) },
    {
      name: '40,000 nested objects',
      request: post(messages, `${'{"a":'.repeat(40_000)}1${'}'.repeat(40_000)}`),
    },
    { name: '33 levels', request: withField(`"other":${nested(32)}`) },
    { name: '25,000 keys', request: withField(keys(25_000)) },
    { name: '100,000 keys', request: withField(keys(100_000)), status: 413, code: 'payload_too_large' },
    { name: '1,001 keys', request: withField(keys(999)) },
    { name: '100,000 items', request: withField(`"other":[${Array(100_000).fill(1).join()}]`) },
    { name: '10,001 items', request: withField(`"other":[${Array(10_001).fill(1).join()}]`) },
  ])
  itAccepts(server, [
    { name: '32 levels', request: withField(`"other":${nested(31)}`) },
    { name: '1,000 keys', request: withField(keys(998)) },
    { name: '10,000 items', request: withField(`"other":[${Array(10_000).fill(1).join()}]`) },
  ])
})

describe('parseJson', () => {
  it('returns the same value as JSON.parse', () => {
    const text = ' {"a":[{},[],"\\"}{][,",{"b":"\\\\"}],"c":null,"":true,"d":-1.5e-3} '
    expect(parseJson(Buffer.from(text))).toEqual(JSON.parse(text))
  })

  it('allows exactly the documented depth', () => {
    expect(() => parseJson(Buffer.from(nested(jsonLimits.depth)))).not.toThrow()
    expect(() => parseJson(Buffer.from(nested(jsonLimits.depth + 1)))).toThrow('nested')
  })
})
