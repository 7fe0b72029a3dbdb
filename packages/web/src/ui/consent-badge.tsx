import { VisuallyHidden } from '@mantine/core'
import type { AppConsent } from '@parley/contract'
import { IconBan, IconCircleCheck, IconCircleX, IconClock, IconHelpCircle } from '@tabler/icons-react'
import classes from './consent-badge.module.css'

const looks = {
  accepted: { words: 'Agreed to texts', Icon: IconCircleCheck },
  pending: { words: 'Waiting for reply', Icon: IconClock },
  declined: { words: 'Declined', Icon: IconCircleX },
  none: { words: 'Not asked yet', Icon: IconHelpCircle },
  opted_out: { words: 'Opted out', Icon: IconBan },
} as const satisfies Record<AppConsent, unknown>

export const consentLabel = (consent: AppConsent): string => looks[consent].words

/** Consent state, always as text or label, never by colour alone. */
export function ConsentBadge({
  consent,
  brief = false,
}: {
  readonly consent: AppConsent
  readonly brief?: boolean
}) {
  const { words, Icon } = looks[consent]
  return (
    <span className={classes['badge']} data-consent={consent} data-brief={brief || undefined} title={words}>
      <Icon size={14} stroke={2} aria-hidden />
      {brief ? <VisuallyHidden>{words}</VisuallyHidden> : words}
    </span>
  )
}
