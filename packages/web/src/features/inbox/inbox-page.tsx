import { useMediaQuery } from '@mantine/hooks'
import { Outlet, useMatchRoute } from '@tanstack/react-router'
import { useTitle } from '../../ui/page.tsx'
import { ConversationList } from './conversation-list.tsx'
import classes from './inbox.module.css'

/** List and thread side by side; on a phone one or the other. */
export function InboxPage() {
  useTitle('Inbox')
  const isPhone = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false })
  const isThread = useMatchRoute()({ to: '/inbox/$memberId' }) !== false
  return (
    <div className={classes['inbox']}>
      {!(isPhone && isThread) && <ConversationList />}
      {(!isPhone || isThread) && (
        <div className={classes['threadSide']}>
          <Outlet />
        </div>
      )}
    </div>
  )
}
