import { openApiDocument, Problem } from '@parley/contract'
import { documentSettings } from './document-settings.ts'
import { dumpSchema } from './dump-schema.ts'
import { printTypes } from './print-types.ts'

interface Generator {
  readonly file: string
  readonly generate: () => string | Promise<string>
}

/** Every file in the repository that a machine writes, and how. */
export const generators: readonly Generator[] = [
  {
    file: 'packages/contract/openapi.json',
    generate: () => `${JSON.stringify(openApiDocument(), null, 2)}\n`,
  },
  { file: 'packages/server/schema.sql', generate: dumpSchema },
  { file: 'packages/sdk/src/contract.generated.ts', generate: () => printTypes(Problem) },
  { file: 'docs/configuration.md', generate: documentSettings },
]
