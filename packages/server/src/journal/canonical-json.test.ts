import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { canonicalJson } from './canonical-json.ts'

/** PostgreSQL cannot read a null character. */
const isReadable = (value: unknown): boolean => !JSON.stringify(value).includes(String.raw`\u0000`)

// The examples of RFC 8785, sections 3.2.2 to 3.2.4.
it('the standard’s own example is serialized as in the standard', () => {
  const example = {
    numbers: [333333333.3333333, 1e30, 4.5, 2e-3, 0.000000000000000000000000001],
    string: '€$\u000F\u000aA\'B"\\\\"/',
    literals: [null, true, false],
  }
  expect(canonicalJson(example)).toBe(
    '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
  )
})

it('keys are in the order of their UTF-16 code units', () => {
  const keys = { '€': 1, '\r': 2, '\ufb33': 3, '1': 4, '😀': 5, '\u0080': 6, ö: 7, '10': 8, '9': 9 }
  expect(canonicalJson(keys)).toBe('{"\\r":2,"1":4,"10":8,"9":9,"\u0080":6,"ö":7,"€":1,"😀":5,"\ufb33":3}')
})

it('a value has one serialization, whatever the order of its keys, and parses back to the value', () => {
  const reversed = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(reversed)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value)
        .toReversed()
        .map(([key, member]) => [key, reversed(member)]),
    )
  }
  fc.assert(
    fc.property(fc.jsonValue().filter(isReadable), value => {
      const text = canonicalJson(value as never)
      expect(canonicalJson(reversed(value) as never)).toBe(text)
      expect(canonicalJson(JSON.parse(text) as never)).toBe(text)
    }),
  )
})

it.each([
  Number.NaN,
  Number.POSITIVE_INFINITY,
  '\ud800',
  { '\udc00': 1 },
  'a\0',
  { '\0': 1 },
  { b: 1, a: ['\0'] },
])('%s cannot be serialized', value => {
  expect(() => canonicalJson(value)).toThrow(RangeError)
})

it('undefined cannot be serialized', () => {
  expect(() => canonicalJson({ b: 1, a: undefined } as never)).toThrow(RangeError)
})
