import { createRequire } from 'node:module'
import { openApiDocument } from '@parley/contract'

interface OpenApiTypescript {
  readonly default: (document: object) => Promise<unknown>
  readonly astToString: (nodes: unknown) => string
}

/** Types of the API as a partner's own generator prints them. The tests of typed clients compile against them. */
export async function printOpenApiTypes(): Promise<string> {
  // Installed for the tests only, beside the TypeScript version that it needs.
  const requireForTests = createRequire(new URL('../../e2e/package.json', import.meta.url))
  const { default: print, astToString } = requireForTests('openapi-typescript') as OpenApiTypescript
  const types = astToString(await print(openApiDocument()))
  return `// Generated from the OpenAPI document by openapi-typescript. Do not edit.\n${types}`
}
