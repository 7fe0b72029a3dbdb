import type { ConsentStep, Me } from '@parley/contract'
import { useQuery } from '@tanstack/react-query'
import { actorLabel } from '../../lib/actor.ts'
import type { Result } from '../../lib/call.ts'
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
  const { phone, consent, dateTimeConsentChanged, steps, handovers } = query.data
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
        {newestFirst(steps, handovers).map(entry =>
          'version' in entry ? (
            <Step key={entry.version} step={entry} me={me} />
          ) : (
            <HandedOver key={entry.dateTime} handover={entry} timeZone={timeZone} />
          ),
        )}
      </ol>
      <p className={classes['foot']}>This record only grows. Nothing in it can be changed or removed.</p>
    </div>
  )
}

type Handover = Result<'getConsentRecord'>['handovers'][number]

/** Both lists are. The sort is stable, so steps of the same time keep their order. */
const newestFirst = (steps: readonly ConsentStep[], handovers: readonly Handover[]) =>
  [...steps, ...handovers].toSorted((one, other) => Date.parse(other.dateTime) - Date.parse(one.dateTime))

function Step({ step, me }: { readonly step: ConsentStep; readonly me: Me }) {
  return (
    <li className={classes['step']} data-event={step.event}>
      <strong>{stepLabel(step)}</strong>
      <time dateTime={step.dateTime}>{showMoment(step.dateTime, me.timeZone)}</time>
      {step.by && <span className={classes['by']}>By {actorLabel(step.by, me)}</span>}
      {step.requestText && <Evidence label="Consent request, word for word" words={step.requestText} />}
      {step.reply && <Evidence label="Reply, word for word" words={step.reply} />}
      {step.note && <Evidence label="How they opted out" words={step.note} />}
    </li>
  )
}

interface HandedOverProps {
  readonly handover: Handover
  readonly timeZone: string
}

/** Consent is given to whoever is the advisor of the number, so a reader must see who that was and when. */
function HandedOver({ handover: { dateTime, formerName, name, isTold }, timeZone }: HandedOverProps) {
  return (
    <li className={classes['step']} data-event="handover">
      <strong>
        Handed over from {formerName} to {name}
      </strong>
      <time dateTime={dateTime}>{showMoment(dateTime, timeZone)}</time>
      <span className={classes['by']}>
        {isTold ? 'Clients were told by text.' : 'No notice was sent.'} Consent was not affected.
      </span>
    </li>
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
