import { openApiDocument, Problem } from '@parley/contract'
import { manifestFiles } from '../ship/kubernetes/manifests.ts'
import { printDashboard } from '../watch/print-dashboard.ts'
import { printRules } from '../watch/print-rules.ts'
import { documentSettings } from './generators/document-settings.ts'
import { dumpSchema } from './generators/dump-schema.ts'
import { listGuarantees } from './generators/list-guarantees.ts'
import { listMissingCapabilities } from './generators/list-missing-capabilities.ts'
import { printOpenApiTypes } from './generators/print-openapi-types.ts'
import { printMembers, printTypes } from './generators/print-types.ts'
import { renderGuides } from './generators/render-guides.ts'

interface Generator {
  readonly file: string
  readonly generate: () => string | Promise<string>
}

/** Every generated file in the repository, and its generator. */
export const generators: readonly Generator[] = [
  {
    file: 'packages/contract/openapi.json',
    generate: () => `${JSON.stringify(openApiDocument(), null, 2)}\n`,
  },
  { file: 'packages/server/schema.sql', generate: dumpSchema },
  { file: 'packages/sdk/src/contract.generated.ts', generate: () => printTypes(Problem) },
  { file: 'packages/sdk/src/members.generated.ts', generate: printMembers },
  { file: 'e2e/partner/openapi.generated.ts', generate: printOpenApiTypes },
  // Before the guides that are served.
  { file: 'docs/partner/production.md', generate: () => listMissingCapabilities() },
  { file: 'packages/server/src/reference/guides.generated.json', generate: renderGuides },
  { file: 'docs/configuration.md', generate: documentSettings },
  { file: 'docs/guarantees.md', generate: listGuarantees },
  { file: 'watch/parley.rules.yml', generate: printRules },
  { file: 'watch/parley.dashboard.json', generate: printDashboard },
  ...Object.entries(manifestFiles()).map(([file, text]) => ({ file, generate: () => text })),
]
