import type { AppScheduleDetail } from '@parley/contract'
import { showMoment } from '../../lib/time.ts'
import { useMe } from '../../lib/use-me.ts'
import { refusalWords } from './refusal-words.ts'
import classes from './scheduled.module.css'

/** What came of the times that a text was due. */
export function Firings({ firings }: { readonly firings: AppScheduleDetail['firings'] }) {
  const { timeZone } = useMe()
  if (firings.length === 0) return null
  return (
    <section>
      <h3 className={classes['heading']}>So far</h3>
      <ol className={classes['firings']}>
        {firings.map(({ deliveryDate, dateTimeFired, outcome, code }) => (
          <li key={deliveryDate} data-outcome={outcome}>
            <span>
              {outcome === 'accepted'
                ? 'Sent'
                : outcome === 'refused'
                  ? `Not sent: ${refusalWords(code)}`
                  : 'Left out: the service was more than a day late'}
            </span>
            <time dateTime={dateTimeFired}>{showMoment(deliveryDate, timeZone)}</time>
          </li>
        ))}
      </ol>
    </section>
  )
}
