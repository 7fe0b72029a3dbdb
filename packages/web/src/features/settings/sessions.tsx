import { Badge, Button } from '@mantine/core'
import type { Session } from '@parley/contract'
import { IconDeviceDesktop, IconPlugConnected } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { useSignedIn } from '../../lib/me/signed-in.ts'
import { reading } from '../../lib/queries.ts'
import { invalidateAfter } from '../../lib/stale-queries.ts'
import { showMoment } from '../../lib/time.ts'
import { Panel } from '../../ui/page.tsx'
import { Waiting, Wrong } from '../../ui/states.tsx'
import { showFailure, tell } from '../../ui/tell.ts'
import classes from './settings.module.css'

/** Lists sessions and ends them. */
export function Sessions() {
  const client = useQueryClient()
  const query = useQuery(reading('listSessions', {}))
  const renew = (): void => invalidateAfter(client, 'sessions')
  const end = useMutation({
    mutationFn: (sessionId: string) => call('endSession', { params: { sessionId } }),
    onSuccess: () => tell('That browser must sign in again.', 'Session ended'),
    onError: error => showFailure(error, 'Session not ended'),
    onSettled: renew,
  })
  const endOthers = useMutation({
    mutationFn: () => call('endOtherSessions', {}),
    onSuccess: () => tell('You are now signed in only here.', 'Other sessions ended'),
    onError: error => showFailure(error, 'Sessions not ended'),
    onSettled: renew,
  })
  const sessions = query.data?.data ?? []
  const isBusy = end.isPending || endOthers.isPending
  return (
    <Panel
      title="Sessions"
      lead="Where you are signed in. If you do not recognize one, end it and change your password."
      actions={
        sessions.some(({ isCurrent }) => !isCurrent) && (
          <Button
            variant="default"
            loading={endOthers.isPending}
            disabled={isBusy}
            onClick={() => endOthers.mutate()}
            style={{ flex: 'none' }}
          >
            End all others
          </Button>
        )
      }
    >
      {query.isPending && <Waiting />}
      {query.isError && <Wrong error={query.error} retry={() => void query.refetch()} />}
      {sessions.length > 0 && (
        <ul className={classes['keys']} aria-label="Sessions">
          {sessions.map(session => (
            <Row key={session.sessionId} session={session} isBusy={isBusy} end={end.mutate} />
          ))}
        </ul>
      )}
    </Panel>
  )
}

interface RowProps {
  readonly session: Session
  readonly isBusy: boolean
  readonly end: (sessionId: string) => void
}

function Row({ session, isBusy, end }: RowProps) {
  const { sessionId, purpose, browser, dateTimeSignedIn, dateTimeUsed, isCurrent } = session
  const { timeZone } = useSignedIn()
  const Icon = purpose === 'app' ? IconDeviceDesktop : IconPlugConnected
  const title = purpose === 'app' ? (browser ?? 'Unknown browser') : 'Sign-in to allow an application'
  const since = showMoment(dateTimeSignedIn, timeZone)
  return (
    <li>
      <Icon size={22} stroke={1.6} aria-hidden />
      <div>
        <strong>{title}</strong>
        <span>
          {dateTimeUsed && !isCurrent
            ? `Last used ${showMoment(dateTimeUsed, timeZone)}`
            : `Signed in ${since}`}
        </span>
      </div>
      {isCurrent ? (
        <Badge variant="light" tt="none" style={{ flex: 'none' }}>
          This browser
        </Badge>
      ) : (
        <Button
          variant="subtle"
          color="red"
          size="compact-sm"
          disabled={isBusy}
          aria-label={`End the session: ${title}, signed in ${since}`}
          onClick={() => end(sessionId)}
        >
          End
        </Button>
      )}
    </li>
  )
}
