// The guides list every code of the contract, and no other.
import { readFileSync } from 'node:fs'
import { deliveryReasons, openApiDocument } from '@parley/contract'
import { expect, it } from 'vitest'

/** The codes in the first column of the table with this heading. */
function codesUnder(heading: string, guide: string): string[] {
  const lines = readFileSync(`docs/partner/${guide}`, 'utf8').split('\n')
  const start = lines.findIndex(line => line.startsWith(`| \`${heading}\` |`))
  const end = lines.findIndex((line, index) => index > start && !line.startsWith('|'))
  return lines
    .slice(start + 2, end)
    .flatMap(line => [...(line.split('|')[1] ?? '').matchAll(/`(\w+)`/g)].map(([, code = '']) => code))
}

it('why a text was not delivered', () => {
  expect(codesUnder('reason', 'sending.md').toSorted()).toEqual(Object.keys(deliveryReasons).toSorted())
})

it('the statuses of a text', () => {
  const { schemas } = openApiDocument()['components'] as {
    schemas: Record<string, { properties: Record<string, { enum: string[] }> }>
  }
  expect(codesUnder('status', 'sending.md').toSorted()).toEqual(
    schemas['MessageStatus']?.properties['status']?.enum.toSorted(),
  )
})
