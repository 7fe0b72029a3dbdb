// The README lists every method and every error class.
import { readFileSync } from 'node:fs'
import { errorClassOf, type ProblemCode, problems } from '@parley/contract'
import { expect, it } from 'vitest'
import { Parley } from '../src/index.ts'

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')

/** Names in code style of the row or paragraph that starts with this. */
function namesAfter(start: string): string[] {
  const [, rest = ''] = readme.split(start)
  const [part = ''] = rest.split(start.startsWith('|') ? '\n' : '\n\n')
  return [...part.matchAll(/`(\w+)`/g)].map(([, name = '']) => name)
}

const methodsOf = (object: object): string[] =>
  Object.getOwnPropertyNames(Object.getPrototypeOf(object)).filter(name => name !== 'constructor')

const parley = new Parley({ baseUrl: 'https://parley.example/v1', apiKey: 'key', accessToken: 'token' })
const resources: readonly (readonly [string, object])[] = [
  ['parley', parley],
  ...Object.entries(parley)
    .filter(([name]) => name !== 'sandbox')
    .map(([name, resource]) => [`parley.${name}`, resource as object] as const),
  ['parley.sandbox.handset(phone)', parley.sandbox.handset('+12025550123')],
]

it.each(resources)('every method of %s', (name, resource) => {
  expect(namesAfter(`| \`${name}\` |`).toSorted()).toEqual(methodsOf(resource).toSorted())
})

it('every error class', () => {
  const classes = (Object.keys(problems) as ProblemCode[]).map(errorClassOf)
  expect(namesAfter('**Errors.**')).toEqual(expect.arrayContaining(classes))
})
