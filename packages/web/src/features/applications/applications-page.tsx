import { Alert, Button, Group, Modal } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { ConnectedApplication } from '@parley/contract'
import { IconCheck, IconPlugConnected } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { reading } from '../../lib/queries.ts'
import { showDate } from '../../lib/time.ts'
import { useMe } from '../../lib/use-me.ts'
import { Page, Panel } from '../../ui/page.tsx'
import { Empty, WaitingLines, Wrong } from '../../ui/states.tsx'
import { tell, tellFailure } from '../../ui/tell.ts'
import { Acts } from './acts.tsx'
import classes from './applications.module.css'

/** Two that say something to programs only. */
const plainWords: Readonly<Record<string, string>> = {
  offline_access: 'Go on acting for you while you are away',
  openid: 'Know who you are',
}

/** Who else may act for the advisor, and the way to end it. */
export function ApplicationsPage() {
  const query = useQuery(reading('listConnectedApplications', {}))
  return (
    <Page
      title="Connected apps"
      lead="Other applications that may act for you. They can do what you allowed and nothing else, under the same rules of consent."
      isNarrow
    >
      {query.isPending && <WaitingLines lines={2} height={140} />}
      {query.isError && <Wrong error={query.error} retry={() => void query.refetch()} />}
      {query.data?.data.length === 0 && (
        <Empty Icon={IconPlugConnected} title="No application acts for you">
          When you allow one, you see here what it may do and what it did.
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
  } = application
  const { timeZone } = useMe()
  const client = useQueryClient()
  const [isAsking, asking] = useDisclosure(false)
  const [isShown, shown] = useDisclosure(false)
  const revoke = useMutation({
    mutationFn: () => call('revokeApplication', { params: { applicationId } }),
    onSuccess: () => {
      tell(`${name} is cut off. Its access is refused from now on.`, 'Access ended')
      asking.close()
      void client.invalidateQueries({ queryKey: ['listConnectedApplications'] })
    },
    onError: error => tellFailure(error, 'The access was not ended'),
  })
  const isOver = dateTimeRevoked !== undefined
  return (
    <Panel
      title={name}
      lead={
        isOver
          ? `Access ended ${showDate(dateTimeRevoked, timeZone)}`
          : `Since ${showDate(dateTimeAllowed, timeZone)}${isAllowedByFirm ? ', allowed by your firm' : ''}`
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
          {scopes.map(({ scope, words }) => (
            <li key={scope}>
              <IconCheck size={16} aria-hidden /> {plainWords[scope] ?? words}
            </li>
          ))}
        </ul>
      )}
      {!isOver && isAllowedByFirm && !isAllowedByAdvisor && (
        <Alert variant="light" color="gray" mb="sm">
          Your firm has allowed it for everybody. Only whoever runs this service can end that.
        </Alert>
      )}
      <Button variant="subtle" size="compact-sm" onClick={shown.toggle} aria-expanded={isShown} px={0}>
        {isShown ? 'Hide what it did' : 'What it did lately'}
      </Button>
      {isShown && <Acts applicationId={applicationId} />}
      <Modal opened={isAsking} onClose={asking.close} title={`End the access of ${name}?`}>
        <p style={{ marginTop: 0 }}>
          It can do nothing for you any more, within seconds. Texts that it has scheduled stay: you find them
          under Scheduled. You can allow it again from its own site.
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
