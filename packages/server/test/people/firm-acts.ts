import { randomBytes } from 'node:crypto'
import type { Act } from './act.ts'

const clientSecret = randomBytes(12).toString('hex')

/** Of `parley firm`: adding one, and what it is set up with. */
export const firmActs: readonly Act[] = [
  { command: 'firm add', args: () => ['Harbor'], kind: 'firm.added', owner: 'firm' },
  {
    command: 'firm set',
    args: () => ['Harbor', '--name', 'Harbor Wealth'],
    kind: 'firm.changed',
    owner: 'firm',
  },
  {
    command: 'firm texting set',
    args: () => ['Harbor Wealth', '--consent-required', 'no'],
    kind: 'texting_policy.changed',
    owner: 'firm',
  },
  ...(['connect', 'rotate', 'revoke'] as const).map(verb => ({
    command: `firm directory ${verb}`,
    args: () => ['Harbor Wealth'],
    kind: { connect: 'directory.connected', rotate: 'directory.token_rotated', revoke: 'directory.revoked' }[
      verb
    ],
    owner: 'firm' as const,
  })),
  {
    command: 'firm sign-in set',
    args: () => [
      'Harbor Wealth',
      '--issuer=https://login.harbor.example',
      '--client-id=parley',
      '--client-secret-stdin',
      '--domain=harbor.example',
    ],
    input: `${clientSecret}\n`,
    kind: 'firm_sign_in.set',
    owner: 'firm',
  },
  {
    command: 'firm sign-in remove',
    args: () => ['Harbor Wealth'],
    kind: 'firm_sign_in.removed',
    owner: 'firm',
  },
]
