import { Button } from '@mantine/core'
import type { TimelineEntry } from '@parley/contract'
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { actorLabel } from '../../lib/actor.ts'
import { call, type OperationId } from '../../lib/call.ts'
import { useMe } from '../../lib/me/use-me.ts'
import { showMoment } from '../../lib/time.ts'
import { Empty, Waiting, Wrong } from '../../ui/states.tsx'
import { fieldLabels, genderLabels, maritalLabels } from './contact-labels.ts'
import classes from './contacts.module.css'

const timeline = (contactId: number) =>
  infiniteQueryOptions({
    queryKey: ['getContactTimeline' satisfies OperationId, contactId],
    queryFn: ({ pageParam, signal }) =>
      call('getContactTimeline', { params: { contactId }, query: { cursor: pageParam } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: page => page.nextCursor,
  })

/** Changes of a contact, and who made them. */
export function ContactTimeline({ contactId }: { readonly contactId: number }) {
  const me = useMe()
  const { timeZone } = me
  const query = useInfiniteQuery(timeline(contactId))
  if (query.isPending) return <Waiting />
  if (query.isError) return <Wrong error={query.error} retry={() => void query.refetch()} />
  const entries = query.data.pages.flatMap(page => page.data)
  if (entries.length === 0) return <Empty title="No changes recorded" />
  return (
    <>
      <ol className={classes['timeline']}>
        {entries.map(entry => (
          <li key={entry.entryId}>
            <strong>{headline(entry)}</strong>
            <time dateTime={entry.dateTime}>
              {showMoment(entry.dateTime, timeZone)}, by {actorLabel(entry.by, me)}
            </time>
            {entry.changes.map(({ field, before, after }) => (
              <span key={field} className={classes['change']}>
                {fieldLabels[field] ?? field}: {before !== undefined && <del>{show(field, before)}</del>}{' '}
                <ins>{after === undefined ? 'removed' : show(field, after)}</ins>
              </span>
            ))}
            {entry.joined.length > 0 && (
              <span className={classes['change']}>
                Joined <ins>{entry.joined.map(({ name }) => name ?? 'a deleted group').join(', ')}</ins>
              </span>
            )}
            {entry.left.length > 0 && (
              <span className={classes['change']}>
                Left <ins>{entry.left.map(({ name }) => name ?? 'a deleted group').join(', ')}</ins>
              </span>
            )}
          </li>
        ))}
      </ol>
      {query.hasNextPage && (
        <Button
          mt="md"
          variant="default"
          size="xs"
          loading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          Show earlier changes
        </Button>
      )}
    </>
  )
}

function headline({ kind }: TimelineEntry): string {
  switch (kind) {
    case 'created':
      return 'Added to the address book'
    case 'changed':
      return 'Changed'
    case 'groups_replaced':
      return 'Groups changed'
  }
}

function show(field: string, value: string): string {
  if (field === 'gender') return genderLabels[Number(value)] ?? value
  if (field === 'maritalStatus') return maritalLabels[Number(value)] ?? value
  return value
}
