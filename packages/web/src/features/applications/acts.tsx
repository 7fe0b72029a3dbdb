import { useQuery } from '@tanstack/react-query'
import { limits } from '../../lib/contract.ts'
import { useMe } from '../../lib/me/use-me.ts'
import { showPhone } from '../../lib/phone.ts'
import { reading } from '../../lib/queries.ts'
import { showDate, showMoment } from '../../lib/time.ts'
import { Waiting, Wrong } from '../../ui/states.tsx'
import { actLabel } from './act-label.ts'
import classes from './applications.module.css'

export function Acts({ applicationId }: { readonly applicationId: number }) {
  const { timeZone } = useMe()
  const query = useQuery(reading('listApplicationActs', { params: { applicationId } }))
  if (query.isPending) return <Waiting />
  if (query.isError) return <Wrong error={query.error} retry={() => void query.refetch()} />
  const { data, since } = query.data
  return (
    <>
      <ol className={classes['acts']} tabIndex={0} aria-label="Recent activity">
        {data.map(({ entryId, kind, dateTime, phone, name }) => (
          <li key={entryId}>
            <span>{actLabel(kind)}</span>
            <span className={classes['whom']}>
              {[name, phone && showPhone(phone)].filter(Boolean).join(', ')}
            </span>
            <time dateTime={dateTime}>{showMoment(dateTime, timeZone)}</time>
          </li>
        ))}
      </ol>
      <p className={classes['since']}>
        {data.length === limits.actsShown
          ? `Only the latest ${limits.actsShown} are shown.`
          : `${data.length === 0 ? 'No activity' : 'All activity'} since ${showDate(since, timeZone)}.`}
      </p>
    </>
  )
}
