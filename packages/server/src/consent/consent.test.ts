import { expect, it } from 'vitest'
import { type ConsentState, type ConsentTrigger, shownState, transitionOf } from './consent.ts'

type Cell = `${string} → ${ConsentState}` | 'nothing'

/** Every state and trigger. A recipient who has opted out may or may not have accepted before. */
const table: Record<ConsentTrigger, Record<string, Cell>> = {
  request: {
    none: 'requested → pending',
    pending: 'requested → pending',
    declined: 'requested → pending',
    accepted: 'nothing',
    'opted out, never accepted': 'nothing',
    'opted out, accepted before': 'nothing',
  },
  yes: {
    none: 'nothing',
    pending: 'accepted → accepted',
    declined: 'accepted → accepted',
    accepted: 'nothing',
    'opted out, never accepted': 'nothing',
    'opted out, accepted before': 'nothing',
  },
  no: {
    none: 'nothing',
    pending: 'declined → declined',
    declined: 'nothing',
    accepted: 'nothing',
    'opted out, never accepted': 'nothing',
    'opted out, accepted before': 'nothing',
  },
  stop: {
    none: 'revoked → opted_out',
    pending: 'revoked → opted_out',
    declined: 'revoked → opted_out',
    accepted: 'revoked → opted_out',
    'opted out, never accepted': 'nothing',
    'opted out, accepted before': 'nothing',
  },
  start: {
    none: 'nothing',
    pending: 'accepted → accepted',
    declined: 'accepted → accepted',
    accepted: 'nothing',
    'opted out, never accepted': 'restored → none',
    'opted out, accepted before': 'restored → accepted',
  },
}

const consents = {
  none: { state: 'none', hasAccepted: false },
  pending: { state: 'pending', hasAccepted: false },
  declined: { state: 'declined', hasAccepted: false },
  accepted: { state: 'accepted', hasAccepted: true },
  'opted out, never accepted': { state: 'opted_out', hasAccepted: false },
  'opted out, accepted before': { state: 'opted_out', hasAccepted: true },
} as const

const cells = Object.entries(table).flatMap(([trigger, row]) =>
  Object.entries(consents).map(([name, consent]) => ({ trigger, name, consent, expected: row[name] })),
)

it.each(cells)('$trigger where the recipient is $name: $expected', ({ trigger, consent, expected }) => {
  const transition = transitionOf(consent, trigger as ConsentTrigger)
  expect(transition ? `${transition.event} → ${transition.after}` : 'nothing').toBe(expected)
  if (transition) expect(transition.before).toBe(consent.state)
})

it('shows partners opted out as none and declined as pending', () => {
  expect(
    ['none', 'pending', 'declined', 'accepted', 'opted_out'].map(state => shownState(state as ConsentState)),
  ).toEqual(['none', 'pending', 'pending', 'accepted', 'none'])
})
