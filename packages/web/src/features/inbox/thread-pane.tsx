import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useRef } from 'react'
import { Failure } from '../../lib/failure.ts'
import { nameOf } from '../../lib/people.ts'
import { reading } from '../../lib/queries.ts'
import { useTitle } from '../../ui/page.tsx'
import { Empty, Waiting, Wrong } from '../../ui/states.tsx'
import { Reply } from './reply.tsx'
import classes from './thread.module.css'
import { useThreadFocus } from './thread-focus.ts'
import { ThreadHeader } from './thread-header.tsx'
import { ThreadItems } from './thread-items.tsx'

export function ThreadPane() {
  const { memberId } = useParams({ from: '/inbox/$memberId' })
  const query = useQuery(reading('getConversation', { params: { memberId } }))
  const name = query.data ? nameOf(query.data) : 'Inbox'
  useTitle(name)
  const pane = useRef<HTMLElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  useThreadFocus(memberId, pane, heading)
  if (query.data) {
    return (
      <section ref={pane} className={classes['pane']} aria-label={`Conversation with ${name}`} key={memberId}>
        <ThreadHeader conversation={query.data} heading={heading} />
        <ThreadItems conversation={query.data} />
        <Reply conversation={query.data} />
      </section>
    )
  }
  if (query.error instanceof Failure && query.error.code === 'not_found') {
    return (
      <Empty title="Conversation not found" action={<BackToInbox />}>
        Check the address, or go back to the inbox.
      </Empty>
    )
  }
  if (query.isError)
    return <Wrong error={query.error} retry={() => void query.refetch()} action={<BackToInbox />} />
  return <Waiting words="Opening the conversation" />
}

/** On a phone, a thread fills the screen, so it needs a way back. */
const BackToInbox = () => (
  <Button
    variant="default"
    renderRoot={props => <Link from="/inbox" to="/inbox" search={now => now} {...props} />}
  >
    Back to inbox
  </Button>
)
