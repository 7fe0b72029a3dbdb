import type { JournalKind } from '@parley/contract'

type Topic = 'people' | 'texting' | 'applications' | 'sign-in'

/** Entries of the firm by topic. A kind without a topic is shown only among all. */
export const kindsAbout: Readonly<Record<Topic, readonly JournalKind[]>> = {
  people: [
    'advisor.added',
    'advisor.changed',
    'assistant.assigned',
    'assistant.unassigned',
    'firm.book_handed_over',
    'person.added',
    'person.changed',
    'person.invited',
    'person.role_added',
    'person.role_removed',
  ],
  texting: [
    'firm.added',
    'firm.changed',
    'number.added',
    'number.changed',
    'sending.released',
    'texting.changed',
    'texting_policy.changed',
  ],
  applications: ['authorization.given', 'authorization.revoked'],
  'sign-in': [
    'break_glass.issued',
    'break_glass.used',
    'directory.connected',
    'directory.revoked',
    'directory.token_rotated',
    'directory.user_changed',
    'firm_sign_in.domain_verified',
    'firm_sign_in.linked',
    'firm_sign_in.removed',
    'firm_sign_in.set',
    'firm_sign_in.used',
    'passkey.added',
    'passkey.removed',
    'password.reset_requested',
    'password.set_by_link',
    'second_factor.added',
    'second_factor.recovery_code_used',
    'second_factor.removed',
    'second_factor.reset',
    'sessions.ended',
    'sign_in.unlocked',
  ],
}
