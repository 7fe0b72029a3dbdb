// What readers of events are promised. All names start with "events", so that --only events runs these.
import type { Mutation } from './mutation.ts'

const events = 'packages/server/src/events'
const waiting = [`${events}/waiting.test.ts`]

export const eventMutations: readonly Mutation[] = [
  {
    name: 'events from before the grant are not shown',
    file: `${events}/queries.ts`,
    search: 'or kind = any ($6::text[]) and scanned.occurred_at >= contacts_since',
    replacement: 'or kind = any ($6::text[]) and contacts_since is not null',
    tests: waiting,
  },
  {
    name: 'events of a scope that was taken away are not shown',
    file: `${events}/queries.ts`,
    search: "where 'core.contacts.read' = any (given.scopes) and",
    replacement: 'where',
    tests: waiting,
  },
  {
    name: 'events of another application’s access are not shown',
    file: `${events}/queries.ts`,
    search: 'or kind = any ($7::text[]) and subject_id = $1',
    replacement: 'or kind = any ($7::text[])',
    tests: waiting,
  },
  {
    name: 'events stop when access ends, also for requests that wait',
    file: `${events}/event-feed.ts`,
    search: '      await check()\n',
    replacement: '      void check\n',
    tests: waiting,
  },
  {
    name: 'events are complete only up to the oldest open transaction',
    file: `${events}/queries.ts`,
    search: "least(statement_timestamp() - interval '1 second', min(xact_start))",
    replacement: "greatest(statement_timestamp() - interval '1 second', min(xact_start))",
    tests: [`${events}/completeness.test.ts`],
  },
  {
    name: 'events are complete only up to the oldest entry that is not in the log',
    file: `${events}/read-completeness.ts`,
    search: 'at !== null && at < open.at ? at : open.at',
    replacement: 'at !== null && at > open.at ? at : open.at',
    tests: [`${events}/completeness.test.ts`],
  },
  {
    name: 'events are read from cursors of this service only',
    file: `${events}/event-cursors.ts`,
    search: '.map(decipher => decipher.update(sealed)).find(isOurs)',
    replacement: '.map(decipher => decipher.update(sealed)).find(block => isOurs(block) || block.length > 0)',
    tests: [`${events}/events.test.ts`],
  },
  {
    name: 'events at the end of a page are followed by the next one',
    file: `${events}/read-events.ts`,
    search: 'position: last?.position ?? scannedTo,',
    replacement: 'position: last ? last.position + 1 : scannedTo,',
    tests: [`${events}/events.test.ts`],
  },
]
