import { useQuery } from '@tanstack/react-query'
import { reading } from '../../lib/queries.ts'
import classes from '../library/library.module.css'

const everyMs = 2_000

/** Progress of large groups that were deleted. Empty if there are none. */
export function GroupRemovals() {
  const { data } = useQuery({
    ...reading('listGroupRemovals', {}),
    refetchInterval: ({ state }) => (state.data?.data.length ? everyMs : false),
  })
  return data?.data.map(({ groupId, name, contactCount, remaining }) => (
    <p key={groupId} className={classes['url']}>
      {name} is being deleted: {remaining.toLocaleString()} of {contactCount.toLocaleString()} members left
    </p>
  ))
}
