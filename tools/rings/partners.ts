import type { LongRun } from './long-run.ts'

/** Ring 1 has the statements of the interface, as its only flow from end to end over HTTP. */
export const partners: readonly LongRun[] = [
  {
    name: 'the guides',
    ring: 2,
    guards: ['/docs/partner', '/packages/contract/src', 'reference', 'events', 'webhooks'],
    files: ['e2e/docs.test.ts'],
  },
  {
    name: 'a partner’s program',
    ring: 2,
    guards: ['/packages/sdk', '/examples', '/packages/contract/src', 'identity/authorization'],
    files: ['e2e/partner/*.test.ts'],
  },
]
