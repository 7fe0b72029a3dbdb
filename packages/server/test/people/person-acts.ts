import type { Act } from './act.ts'

/** Of `parley person`, in a firm with the advisor avery. */
export const personActs: readonly Act[] = [
  {
    command: 'person add',
    args: () => [
      'kim@harbor.example',
      '--name=Kim',
      '--firm=Harbor Wealth',
      '--role=assistant',
      '--no-password',
    ],
    kind: 'person.added',
    owner: 'firm',
  },
  {
    command: 'person assist',
    args: () => ['kim@harbor.example', 'avery'],
    kind: 'assistant.assigned',
    owner: 'firm',
  },
  {
    command: 'person role add',
    args: () => ['kim@harbor.example', 'auditor'],
    kind: 'person.role_added',
    owner: 'firm',
  },
  {
    command: 'person role remove',
    args: () => ['kim@harbor.example', 'auditor'],
    kind: 'person.role_removed',
    owner: 'firm',
  },
  {
    command: 'person set',
    args: () => ['kim@harbor.example', '--name=Kim Lee'],
    kind: 'person.changed',
    owner: 'firm',
  },
  { command: 'person unlock', args: () => ['kim@harbor.example'], kind: 'sign_in.unlocked', owner: 'firm' },
  { command: 'person sign-out', args: () => ['kim@harbor.example'], kind: 'sessions.ended', owner: 'firm' },
  { command: 'person invite', args: () => ['kim@harbor.example'], kind: 'person.invited', owner: 'firm' },
  {
    command: 'person reset-second-factor',
    args: () => ['kim@harbor.example'],
    kind: 'second_factor.reset',
    owner: 'firm',
  },
  ...['deactivate', 'activate'].map(verb => ({
    command: `person ${verb}`,
    args: () => ['kim@harbor.example'],
    kind: 'person.changed',
    owner: 'firm' as const,
  })),
  {
    command: 'person break-glass',
    args: () => ['kim@harbor.example'],
    kind: 'break_glass.issued',
    owner: 'firm',
  },
]
