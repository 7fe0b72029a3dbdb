// Guides do not deny what the API offers.
import { globSync, readFileSync } from 'node:fs'
import {
  applicationScopes,
  capabilitiesMissingFrom,
  missingCapabilities,
  type Operation,
  operations,
  scopes,
} from '@parley/contract'
import { expect, it } from 'vitest'
import { listMissingCapabilities } from './generators/list-missing-capabilities.ts'

const served: readonly Operation[] = Object.values(operations)
const base: Operation = { ...operations.sendMessage, id: 'another', path: '/another' }

const bodyWith = (properties: object): NonNullable<Operation['body']> =>
  ({ properties }) as NonNullable<Operation['body']>

/** An operation that would offer each capability. */
const offers: Record<string, Operation> = {
  'There are no quiet hours.': { ...base, body: bodyWith({ quietHours: {} }) },
  'There are no pictures.': {
    ...operations.sendMessage,
    body: bodyWith({ media: {} }),
  },
  'There is no list of sent texts.': { ...base, method: 'GET', path: operations.sendMessage.path },
}

it('the guide to production lists every capability that is missing', () => {
  const guide = readFileSync('docs/partner/production.md', 'utf8')
  for (const { denial } of missingCapabilities) expect(guide).toContain(denial)
  expect(listMissingCapabilities()).toBe(guide)
})

it.each(missingCapabilities)('“$denial” leaves the guide once an operation offers it', ({ denial }) => {
  expect(capabilitiesMissingFrom(served).map(each => each.denial)).toContain(denial)
  const offer = offers[denial]
  if (!offer) throw new Error(`The test has no operation that offers it: ${denial}`)
  expect(listMissingCapabilities([...served, offer])).not.toContain(denial)
})

/** What guides said when it was true, by the operation that ended it. */
const outdated: Record<string, RegExp> = {
  readConversations: /replies cannot be read/i,
  createEndpoint: /nothing is pushed|there are no webhooks/i,
  listEvents: /feed of deletions\s+is planned/i,
}

it.each(globSync(['docs/partner/*.md', 'README.md', 'packages/sdk/README.md']))(
  '%s denies no operation that exists',
  file => {
    const text = readFileSync(file, 'utf8')
    for (const [id, denial] of Object.entries(outdated)) {
      if (Object.hasOwn(operations, id)) expect(text).not.toMatch(denial)
    }
    expect(text).not.toMatch(/`info\.version` in `\/openapi\.json` for the current/)
  },
)

it('the guide to authorization lists every scope, and no other', () => {
  const guide = readFileSync('docs/partner/authorization.md', 'utf8')
  const [, section = ''] = guide.split('## Scopes\n')
  const rows = (section.split('\n## ')[0] ?? '').matchAll(/^\| `([\w.]+)` \|/gm)
  const listed = [...rows].map(([, scope = '']) => scope)
  expect(listed.toSorted()).toEqual(Object.keys({ ...scopes, ...applicationScopes }).toSorted())
})
