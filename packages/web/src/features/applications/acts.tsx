import { useQuery } from '@tanstack/react-query'
import { limits } from '../../lib/contract.ts'
import { useMe } from '../../lib/me/use-me.ts'
import { showPhone } from '../../lib/phone.ts'
import { reading } from '../../lib/queries.ts'
import { showDate, showMoment } from '../../lib/time.ts'
import { Waiting, Wrong } from '../../ui/states.tsx'
import classes from './applications.module.css'

const kinds: Readonly<Record<string, string>> = {
  'message.accepted': 'Sent a text',
  'message.refused': 'Tried to send a text but was refused',
  'consent.requested': 'Requested consent',
  'consent.revoked': 'Recorded an opt-out',
  'schedule.created': 'Scheduled a text',
  'schedule.changed': 'Changed a scheduled text',
  'schedule.cancelled': 'Canceled a scheduled text',
  'contact.created': 'Added a contact',
  'contact.changed': 'Changed a contact',
  'contact.deleted': 'Deleted a contact',
  'contact.groups_replaced': 'Changed the groups of a contact',
  'group.created': 'Created a group',
  'group.renamed': 'Renamed a group',
  'group.deleted': 'Deleted a group',
  'conversation.read': 'Read a conversation',
  'conversation.listed': 'Listed conversations',
  'grant.given': 'Was allowed to act for you',
  'grant.revoked': 'Access ended',
}

/** Falls back to the raw kind, such as `export.made`. */
const labelOf = (kind: string): string => kinds[kind] ?? kind.replaceAll(/[._]/g, ' ')

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
            <span>{labelOf(kind)}</span>
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
