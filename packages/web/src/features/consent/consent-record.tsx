import type { ConsentStep } from '@parley/contract'
import { useQuery } from '@tanstack/react-query'
import { actorLabel } from '../../lib/actor.ts'
import { useMe } from '../../lib/me/use-me.ts'
import { showPhone } from '../../lib/phone.ts'
import { reading } from '../../lib/queries.ts'
import { showMoment } from '../../lib/time.ts'
import { ConsentBadge } from '../../ui/consent-badge.tsx'
import { Waiting, Wrong } from '../../ui/states.tsx'
import classes from './consent.module.css'

const events: Record<ConsentStep['event'], string> = {
  requested: 'Consent requested',
  accepted: 'Agreed to texts',
  declined: 'Replied NO',
  revoked: 'Opted out',
  restored: 'Opted back in',
}

export const stepLabel = (step: ConsentStep): string => events[step.event]

/** Consent ledger with evidence. */
export function ConsentRecord({ memberId }: { readonly memberId: number }) {
  const me = useMe()
  const { timeZone } = me
  const query = useQuery(reading('getConsentRecord', { params: { memberId } }))
  if (query.isPending) return <Waiting words="Loading the record" />
  if (query.isError) return <Wrong error={query.error} retry={() => void query.refetch()} />
  const { phone, consent, dateTimeConsentChanged, steps } = query.data
  return (
    <div>
      <div className={classes['now']}>
        <ConsentBadge consent={consent} />
        <span>
          {showPhone(phone)}, since {showMoment(dateTimeConsentChanged, timeZone)}
        </span>
      </div>
      {steps.length === 0 && <p className={classes['none']}>This number was never asked for consent.</p>}
      <ol className={classes['steps']}>
        {steps.map(step => (
          <li key={step.version} className={classes['step']} data-event={step.event}>
            <strong>{stepLabel(step)}</strong>
            <time dateTime={step.dateTime}>{showMoment(step.dateTime, timeZone)}</time>
            {step.by && <span className={classes['by']}>By {actorLabel(step.by, me)}</span>}
            {step.requestText && <Evidence label="Consent request, word for word" words={step.requestText} />}
            {step.reply && <Evidence label="Reply, word for word" words={step.reply} />}
            {step.note && <Evidence label="How they opted out" words={step.note} />}
          </li>
        ))}
      </ol>
      <p className={classes['foot']}>This record only grows. Nothing in it can be changed or removed.</p>
    </div>
  )
}

function Evidence({ label, words }: { readonly label: string; readonly words: string }) {
  return (
    <figure className={classes['evidence']}>
      <figcaption>{label}</figcaption>
      <blockquote>{words}</blockquote>
    </figure>
  )
}
