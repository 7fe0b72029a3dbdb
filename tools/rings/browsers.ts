import type { LongRun } from './long-run.ts'

const server = 'packages/server/src'

/** Ring 1 has one suite in a browser: e2e/advisor/app.test.ts. */
export const browsers: readonly LongRun[] = [
  {
    name: 'the app: what an advisor does',
    ring: 2,
    guards: ['/packages/web/src', 'advisorapp', 'texting/conversations', 'addressbook'],
    files: ['e2e/advisor/{book,many,proof,strangers,texts}.test.ts'],
  },
  {
    name: 'the app: keyboard and every page',
    ring: 2,
    guards: ['/packages/web/src', 'advisorapp'],
    files: ['e2e/advisor/{keyboard,pages}.test.ts'],
  },
  {
    name: 'the app: mishaps',
    ring: 2,
    guards: ['/packages/web/src', 'advisorapp', 'platform/idempotency'],
    files: ['e2e/advisor/mishaps.test.ts'],
  },
  {
    name: 'sign-in in a browser',
    ring: 2,
    guards: ['identity', '/packages/web/src'],
    files: [
      'e2e/advisor/sign-in.test.ts',
      `${server}/identity/{sign-in,second-factor,firm/sign-in}/browser.test.ts`,
    ],
  },
  {
    name: 'the console of a firm',
    ring: 2,
    guards: ['console', '/packages/web/src'],
    files: ['e2e/firm/*.test.ts'],
  },
  {
    name: 'the developers’ console',
    ring: 2,
    guards: ['webhooks/console'],
    files: [`${server}/webhooks/console/browser.test.ts`],
  },
  {
    name: 'the reference in a browser',
    ring: 2,
    guards: ['reference', '/packages/contract/src'],
    files: [`${server}/reference/browser.test.ts`],
  },
  {
    name: 'the verifier’s page',
    ring: 2,
    guards: ['/packages/verifier', '/packages/evidence/src'],
    files: ['packages/verifier/test/verify-page.test.ts'],
  },
]
