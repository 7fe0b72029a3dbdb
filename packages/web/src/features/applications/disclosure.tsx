import { IconEye, IconSend } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMe } from '../../lib/me/use-me.ts'
import { reading } from '../../lib/queries.ts'
import { showDate, showMoment } from '../../lib/time.ts'
import classes from './applications.module.css'

const families: Readonly<Record<string, string>> = {
  message: 'texts',
  consent: 'consent',
  schedule: 'scheduled texts',
  contact: 'contacts',
  group: 'groups',
  access: 'its own access',
}

/** Such as "texts and consent" for message.* and consent.accepted. */
function topicsOf(types: readonly string[] | undefined): string {
  if (!types) return 'everything it may see'
  const topics = types.map(type => families[type.split('.')[0] ?? ''] ?? type)
  return new Intl.ListFormat('en').format([...new Set(topics)])
}

interface DisclosureProps {
  readonly applicationId: number
  readonly dateTimeAllowed: string
  readonly mayReadConversations: boolean
}

/** What the application gets to know: events by webhook, and conversations that it read. */
export function Disclosure({ applicationId, dateTimeAllowed, mayReadConversations }: DisclosureProps) {
  const { timeZone } = useMe()
  const query = useQuery(reading('listApplicationDisclosures', {}))
  const found = query.data?.data.find(each => each.applicationId === applicationId)
  if (!query.data || !found) return null
  const { webhooks, dateTimeConversationsRead: readLast } = found
  const { since } = query.data
  const isNew = dateTimeAllowed > since
  return (
    <ul className={classes['disclosure']} aria-label="What it gets to know">
      {webhooks.map(({ host, types, dateTimeSince }) => (
        <li key={`${host} ${dateTimeSince}`}>
          <IconSend size={16} aria-hidden />
          <span>
            Notified about {topicsOf(types)} at <span className={classes['host']}>{host}</span>{' '}
            <small>since {showDate(dateTimeSince, timeZone)}</small>
          </span>
        </li>
      ))}
      {webhooks.length === 0 && (
        <li>
          <IconSend size={16} aria-hidden />
          <span>Not notified when something happens</span>
        </li>
      )}
      {(mayReadConversations || readLast) && (
        <li>
          <IconEye size={16} aria-hidden />
          <span>
            {readLast
              ? `Last read your conversations ${showMoment(readLast, timeZone)}`
              : isNew
                ? 'Has not read your conversations yet'
                : `Has not read your conversations since at least ${showDate(since, timeZone)}`}
          </span>
        </li>
      )}
    </ul>
  )
}
