import { readFileSync } from 'node:fs'
import { capabilitiesMissingFrom, type Operation, operations } from '@parley/contract'

const guide = 'docs/partner/production.md'
const heading = '## What the API does not do yet'

/** The guide to production, with its section about what the API does not do as the contract has it. */
export function listMissingCapabilities(served: readonly Operation[] = Object.values(operations)): string {
  const text = readFileSync(guide, 'utf8')
  const [before, rest] = text.split(`${heading}\n`)
  const end = rest?.search(/^## /m) ?? -1
  if (before === undefined || rest === undefined || end < 0) {
    throw new Error(`${guide} needs the heading “${heading}”, and another one after it.`)
  }
  const lines = capabilitiesMissingFrom(served).map(({ denial, advice }) => `- **${denial}** ${advice}`)
  return [before, heading, '\n\n', lines.join('\n'), '\n\n', rest.slice(end)].join('')
}
