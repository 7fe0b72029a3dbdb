import { Alert, Button, Group, Modal } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { ConnectedApplication } from '@parley/contract'
import { IconCheck, IconPlugConnected } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { useMe } from '../../lib/me/use-me.ts'
import { reading } from '../../lib/queries.ts'
import { invalidateAfter } from '../../lib/stale-queries.ts'
import { showDate } from '../../lib/time.ts'
import { Page, Panel } from '../../ui/page.tsx'
import { Empty, WaitingLines, Wrong } from '../../ui/states.tsx'
import { showFailure, tell } from '../../ui/tell.ts'
import { Acts } from './acts.tsx'
import classes from './applications.module.css'
import { Disclosure } from './disclosure.tsx'

/** Two technical scopes. */
const plainWords: Readonly<Record<string, string>> = {
  offline_access: 'Stay connected while you are away',
  openid: 'Know who you are',
}

/** Lists applications that may act for the advisor, and ends their access. */
export function ApplicationsPage() {
  const query = useQuery(reading('listConnectedApplications', {}))
  return (
    <Page
      title="Connected apps"
      lead="Other applications that may act for you. They can do only what you allowed, under the same consent rules."
      isNarrow
    >
      {query.isPending && <WaitingLines lines={2} height={140} />}
      {query.isError && <Wrong error={query.error} retry={() => void query.refetch()} />}
      {query.data?.data.length === 0 && (
        <Empty Icon={IconPlugConnected} title="No connected apps">
          When you allow an app, its permissions and activity appear here.
        </Empty>
      )}
      {query.data?.data.map(application => (
        <Application key={application.applicationId} application={application} />
      ))}
    </Page>
  )
}

function Application({ application }: { readonly application: ConnectedApplication }) {
  const {
    applicationId,
    name,
    scopes,
    dateTimeAllowed,
    isAllowedByFirm,
    isAllowedByAdvisor,
    dateTimeRevoked,
    mayActAlone,
  } = application
  const { timeZone } = useMe()
  const client = useQueryClient()
  const [isAsking, asking] = useDisclosure(false)
  const [isShown, shown] = useDisclosure(false)
  const revoke = useMutation({
    mutationFn: () => call('revokeApplication', { params: { applicationId } }),
    onSuccess: () => {
      tell(`${name} can no longer act for you.`, 'Access ended')
      asking.close()
      invalidateAfter(client, 'accessEnd')
    },
    onError: error => showFailure(error, 'Access was not ended'),
  })
  const isOver = dateTimeRevoked !== undefined
  const ends = new Set(scopes.map(({ dateTimeEnds: end }) => end && showDate(end, timeZone)))
  /** Shown once if everything ends on the same day. */
  const commonEnd = ends.size === 1 ? [...ends][0] : undefined
  return (
    <Panel
      title={name}
      lead={
        isOver
          ? `Access ended ${showDate(dateTimeRevoked, timeZone)}`
          : [
              `Since ${showDate(dateTimeAllowed, timeZone)}`,
              commonEnd && `until ${commonEnd}`,
              isAllowedByFirm && 'allowed by your firm',
            ]
              .filter(Boolean)
              .join(', ')
      }
      actions={
        !isOver &&
        isAllowedByAdvisor && (
          <Button color="red" variant="light" onClick={asking.open} style={{ flex: 'none' }}>
            End access
          </Button>
        )
      }
    >
      {!isOver && (
        <ul className={classes['scopes']}>
          {scopes.map(({ scope, words, isAllowedByFirm: isByFirm, dateTimeEnds }) => (
            <li key={scope}>
              <IconCheck size={16} aria-hidden />
              <span>
                {plainWords[scope] ?? words}
                {ends.size > 1 && (
                  <small>
                    {isByFirm && ' allowed by your firm'}
                    {dateTimeEnds && ` until ${showDate(dateTimeEnds, timeZone)}`}
                  </small>
                )}
              </span>
            </li>
          ))}
          {mayActAlone && (
            <li>
              <IconCheck size={16} aria-hidden />
              <span>Text for you while you are away, within these permissions</span>
            </li>
          )}
        </ul>
      )}
      {!isOver && (
        <Disclosure
          applicationId={applicationId}
          dateTimeAllowed={dateTimeAllowed}
          mayReadConversations={scopes.some(({ scope }) => scope === 'text.conversations.read')}
        />
      )}
      {!isOver && isAllowedByFirm && !isAllowedByAdvisor && (
        <Alert variant="light" color="gray" mb="sm">
          Your firm allows this app for all its advisors. Only your administrator can end that.
        </Alert>
      )}
      <Button variant="subtle" size="compact-sm" onClick={shown.toggle} aria-expanded={isShown} px={0}>
        {isShown ? 'Hide activity' : 'Show activity'}
      </Button>
      {isShown && <Acts applicationId={applicationId} />}
      <Modal opened={isAsking} onClose={asking.close} title={`End access for ${name}?`}>
        <p style={{ marginTop: 0 }}>
          Within seconds it can no longer act for you, and its texts that are still waiting are not sent.
          Texts it scheduled stay under Scheduled and are refused when they come due. You can allow it again
          from its own site.
        </p>
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={asking.close} data-autofocus>
            Keep it
          </Button>
          <Button color="red" loading={revoke.isPending} onClick={() => revoke.mutate()}>
            End access now
          </Button>
        </Group>
      </Modal>
    </Panel>
  )
}
