import type { FirmEntry } from '@parley/contract'
import { showPhone } from '../../lib/phone.ts'

const labels: Readonly<Record<string, string>> = {
  'advisor.added': 'Advisor added',
  'advisor.changed': 'Advisor changed',
  'assistant.assigned': 'Assistant may act for an advisor',
  'assistant.unassigned': 'Assistant no longer acts for an advisor',
  'authorization.given': 'App allowed for the firm',
  'authorization.revoked': 'App no longer allowed for the firm',
  'break_glass.issued': 'Emergency sign-in link issued',
  'break_glass.used': 'Emergency sign-in link used',
  'content.imported': 'Content imported',
  'directory.connected': 'Directory connected',
  'directory.revoked': 'Directory disconnected',
  'directory.token_rotated': 'Token of the directory changed',
  'directory.user_changed': 'Changed by the directory',
  'firm.added': 'Firm added',
  'firm.book_handed_over': 'Book handed over',
  'firm.changed': 'Firm changed',
  'firm_sign_in.domain_verified': 'Domain verified',
  'firm_sign_in.linked': 'Linked with the firm’s sign-in',
  'firm_sign_in.removed': 'The firm’s sign-in removed',
  'firm_sign_in.set': 'The firm’s sign-in set up',
  'firm_sign_in.used': 'Signed in at the firm',
  'number.added': 'Number added',
  'number.changed': 'Number changed',
  'passkey.added': 'Passkey added',
  'passkey.removed': 'Passkey removed',
  'password.reset_requested': 'New password asked for',
  'password.set_by_link': 'Password set by a link',
  'person.added': 'Person added',
  'person.changed': 'Person changed',
  'person.invited': 'Invited',
  'person.role_added': 'Role given',
  'person.role_removed': 'Role taken away',
  'second_factor.added': 'Second factor set up',
  'second_factor.recovery_code_used': 'Recovery code used',
  'second_factor.removed': 'Second factor removed',
  'second_factor.reset': 'Second factor reset',
  'sending.released': 'Texts on hold released',
  'sessions.ended': 'Signed out everywhere',
  'sign_in.unlocked': 'Failed sign-ins cleared',
  'texting.changed': 'Consent rule of an advisor changed',
  'texting_policy.changed': 'Texting policy decided',
}

/** Falls back to the kind, such as `export made`. */
export function entryWords({ kind, subject }: FirmEntry): string {
  const words = labels[kind] ?? kind.replaceAll(/[._]/g, ' ')
  if (subject === undefined) return words
  return `${words}: ${subject.startsWith('+') ? showPhone(subject) : subject}`
}
