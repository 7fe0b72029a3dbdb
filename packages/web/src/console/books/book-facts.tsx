import type { Result } from '../../lib/call.ts'
import classes from '../console.module.css'

const consentLabels: Readonly<Record<string, string>> = {
  accepted: 'agreed',
  opted_out: 'opted out',
  declined: 'declined',
  pending: 'asked, not answered',
  none: 'never asked',
}

/** What is in the book, and what ends with the handover. */
export function BookFacts({ preview }: { readonly preview: Result<'previewHandover'> }) {
  const { contacts, conversations, consents, scheduledTexts, waitingTexts, applications, assistants } =
    preview
  const ending = applications.filter(({ isAllowedByFirm }) => !isAllowedByFirm)
  const numbers = Object.entries(consents).map(
    ([state, count]) => `${count} ${consentLabels[state] ?? state}`,
  )
  return (
    <dl className={classes['facts']}>
      <dt>Contacts</dt>
      <dd>{contacts}</dd>
      <dt>Conversations</dt>
      <dd>{conversations}</dd>
      <dt>Consent</dt>
      <dd>{numbers.join(', ') || 'Nobody yet'}</dd>
      <dt>Scheduled texts</dt>
      <dd>{scheduledTexts}</dd>
      <dt>Queued texts</dt>
      <dd>{waitingTexts}</dd>
      <dt>Apps that lose access</dt>
      <dd>{ending.map(({ name }) => name).join(', ') || 'None'}</dd>
      <dt>Assistants who stay</dt>
      <dd>{assistants.map(({ name }) => name).join(', ') || 'None'}</dd>
    </dl>
  )
}
