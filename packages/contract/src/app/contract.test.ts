import { describe, expect, it } from 'vitest'
import {
  type AppOperation,
  appOperations,
  type Operation,
  openApiDocument,
  operations,
  sharedOperations,
} from '../index.ts'

const own = Object.values<AppOperation>(appOperations)
const shared = Object.values<Operation>(sharedOperations)

describe('the operations of the advisor’s own app', () => {
  it.each(own)('$id declares exactly the parameters in its path', ({ path, params }) => {
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(match => match[1])
    expect(Object.keys(params?.properties ?? {})).toEqual(inPath)
  })

  it.each(own)('$id is registered under its own id', operation => {
    expect(appOperations).toHaveProperty([operation.id], operation)
  })

  it('have paths of their own, apart from those shared with partners', () => {
    const addresses = [...own, ...shared].map(
      ({ method, path }) => `${method} ${path.replace(/\{\w+\}/g, '{}')}`,
    )
    expect(addresses.filter((address, index) => addresses.indexOf(address) !== index)).toEqual([])
  })

  it('have ids that no partner operation uses', () => {
    for (const { id } of own) expect(operations).not.toHaveProperty([id])
  })

  // Unions of objects do not work with stripping unknown fields: each branch strips what the other keeps.
  it.each(own.filter(operation => operation.body))(
    '$id takes a body without unions of objects',
    ({ body }) => {
      const branches = JSON.stringify(body).match(/"(anyOf|oneOf|allOf|then|else|not)":(\[[^\]]*\])/g) ?? []
      for (const branch of branches) expect(branch).not.toContain('"properties"')
    },
  )

  it('are not in the OpenAPI document for partners', () => {
    const described = JSON.stringify(openApiDocument())
    const partnerPaths = new Set(Object.values(operations).map(({ path }): string => path))
    for (const { id, path } of own) {
      expect(described).not.toContain(`"operationId":"${id}"`)
      if (!partnerPaths.has(path)) expect(described).not.toContain(`"${path}":{`)
    }
  })

  it('share the records of the partner operations', () => {
    for (const [id, operation] of Object.entries(sharedOperations)) {
      expect(operation).toBe(operations[id as keyof typeof operations])
    }
  })
})
