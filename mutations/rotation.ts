// Secrets that are replaced while everything runs.
import type { Mutation } from './mutation.ts'

const server = 'packages/server/src'

export const rotation: readonly Mutation[] = [
  {
    name: 'what a former secret key has sealed is read',
    file: `${server}/identity/secret-key/seal.ts`,
    search: 'deriveKeys(keys, purpose).entries()',
    replacement: 'deriveKeys(keys, purpose).slice(0, 1).entries()',
    tests: [`${server}/identity/secret-key`],
  },
  {
    name: 'cookies that a former secret key has signed are valid',
    file: `${server}/identity/authorization/provider/configure-provider.ts`,
    search: "keys: deriveKeys(keys, 'cookies').map(",
    replacement: "keys: deriveKeys(keys, 'cookies').slice(0, 1).map(",
    tests: [`${server}/identity/secret-key`],
  },
  {
    name: 'cursors that a former secret key has made are read',
    file: `${server}/events/event-cursors.ts`,
    search: 'const deciphers = derived.map(',
    replacement: 'const deciphers = derived.slice(0, 1).map(',
    tests: [`${server}/identity/secret-key`],
  },
  {
    name: 'forms and sign-in failures of a former secret key count',
    file: `${server}/identity/secret-key/keyed-hash.ts`,
    search: 'return text => [hash(current, text), ...former.map(key => hash(key, text))]',
    replacement: 'return text => [hash(current, text), ...former.slice(9).map(key => hash(key, text))]',
    tests: [`${server}/identity/secret-key`],
  },
  {
    name: 'a refresh token has one successor, whichever secret key is current',
    file: `${server}/identity/authorization/provider/artifact-adapter.ts`,
    search: 'if (row) refreshTokens.keep(successor)',
    replacement: 'if (row) continue',
    tests: [`${server}/identity/secret-key`],
  },
  {
    name: 'a process changes to the next database password',
    file: `${server}/platform/db/two-password-pool.ts`,
    search: 'tried === given ? next : given',
    replacement: 'tried === given ? given : next',
    tests: ['packages/server/test/processes/password-rotation.test.ts'],
  },
]
