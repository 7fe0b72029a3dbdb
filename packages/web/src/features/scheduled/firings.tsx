import type { AppScheduleDetail } from '@parley/contract'
import { useMe } from '../../lib/me/use-me.ts'
import { refusalLabel } from '../../lib/refusal-labels.ts'
import { showMoment } from '../../lib/time.ts'
import classes from './scheduled.module.css'

/** Outcome of each firing. */
export function Firings({ firings }: { readonly firings: AppScheduleDetail['firings'] }) {
  const { timeZone } = useMe()
  if (firings.length === 0) return null
  return (
    <section>
      <h3 className={classes['heading']}>History</h3>
      <ol className={classes['firings']}>
        {firings.map(({ deliveryDate, dateTimeFired, outcome, code }) => (
          <li key={deliveryDate} data-outcome={outcome}>
            <span>
              {outcome === 'accepted'
                ? 'Sent'
                : outcome === 'refused'
                  ? `Not sent: ${refusalLabel(code)}`
                  : 'Skipped: the service was more than a day late'}
            </span>
            <time dateTime={dateTimeFired}>{showMoment(deliveryDate, timeZone)}</time>
          </li>
        ))}
      </ol>
    </section>
  )
}
