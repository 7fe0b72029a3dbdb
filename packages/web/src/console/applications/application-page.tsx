import { Button, Group } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { FirmApplicationDetail } from '@parley/contract'
import { IconCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { actLabel } from '../../features/applications/act-label.ts'
import { call } from '../../lib/call.ts'
import { Failure } from '../../lib/failure.ts'
import { reading } from '../../lib/queries.ts'
import { showDate, showMoment } from '../../lib/time.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Page, Panel } from '../../ui/page.tsx'
import { Empty, Waiting, WaitingLines, Wrong } from '../../ui/states.tsx'
import { BackTo } from '../back-to.tsx'
import classes from '../console.module.css'
import { ConsoleLink } from '../link.tsx'
import { browserZone, useMayInFirm } from '../use-console.ts'
import { useFirmAct } from '../use-firm-act.tsx'
import own from './applications.module.css'
import { allowedWords } from './applications-page.tsx'

const back = <BackTo to="/applications" label="Apps" />

export function ApplicationPage() {
  const { applicationId } = useParams({ strict: false }) as unknown as { readonly applicationId: number }
  const query = useQuery(reading('showFirmApplication', { params: { applicationId } }))
  if (query.data) return <Application application={query.data} />
  if (query.error instanceof Failure && query.error.code === 'not_found') {
    return (
      <Empty title="App not found" action={back}>
        Nobody of your firm allows it any more.
      </Empty>
    )
  }
  if (query.isError) return <Wrong error={query.error} retry={() => void query.refetch()} />
  return <Waiting />
}

function Application({ application }: { readonly application: FirmApplicationDetail }) {
  const { name, firmScopes, dateTimeAllowedByFirm: allowed } = application
  const mayEnd = useMayInFirm('endFirmApplication')
  const [isAsking, asking] = useDisclosure(false)
  return (
    <Page title={name} lead={back} isNarrow>
      <Panel
        title="Allowed by the firm"
        lead={
          allowed
            ? `For every advisor, since ${showDate(allowed, browserZone)}`
            : `${allowedWords(application)}. The firm itself does not allow it.`
        }
        actions={
          mayEnd &&
          firmScopes.length > 0 && (
            <Button color="red" variant="light" onClick={asking.open} style={{ flex: 'none' }}>
              End access
            </Button>
          )
        }
      >
        {firmScopes.length > 0 && (
          <ul className={own['scopes']}>
            {firmScopes.map(({ scope, words }) => (
              <li key={scope}>
                <IconCheck size={16} aria-hidden />
                {words}
              </li>
            ))}
          </ul>
        )}
      </Panel>
      <Panel
        title="What it did"
        lead="For each advisor, from the journal. Clients and texts are not shown here."
      >
        {application.use.length === 0 ? (
          <p className={classes['note']}>It acts for nobody.</p>
        ) : (
          <ul className={classes['rows']}>
            {application.use.map(use => (
              <Use key={use.advisorId} applicationId={application.applicationId} use={use} />
            ))}
          </ul>
        )}
      </Panel>
      {isAsking && <ConfirmEnd application={application} close={asking.close} />}
    </Page>
  )
}

interface UseProps {
  readonly applicationId: number
  readonly use: FirmApplicationDetail['use'][number]
}

function Use({ applicationId, use: { advisorId, name, isAllowedByAdvisor } }: UseProps) {
  const [isOpen, setOpen] = useState(false)
  const query = useQuery({
    ...reading('listFirmApplicationActs', { params: { applicationId, advisorId } }),
    enabled: isOpen,
  })
  return (
    <li className={own['use']}>
      <div className={own['head']}>
        <div>
          <strong>
            <ConsoleLink to={`/people/${advisorId}`}>{name}</ConsoleLink>
          </strong>
          <small>{isAllowedByAdvisor ? 'Allowed by the advisor' : 'Allowed by the firm'}</small>
        </div>
        <Button
          size="compact-sm"
          variant="subtle"
          aria-expanded={isOpen}
          aria-label={`${isOpen ? 'Hide' : 'Show'} activity for ${name}`}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? 'Hide activity' : 'Show activity'}
        </Button>
      </div>
      {isOpen && query.isPending && <WaitingLines lines={2} height={20} />}
      {isOpen && query.isError && <Wrong error={query.error} retry={() => void query.refetch()} />}
      {isOpen && query.data && (
        <>
          <ul className={own['acts']}>
            {query.data.data.map(({ entryId, dateTime, kind }) => (
              <li key={entryId}>
                <time dateTime={dateTime}>{showMoment(dateTime, browserZone)}</time>
                <span>{actLabel(kind)}</span>
              </li>
            ))}
          </ul>
          <p className={classes['note']}>
            {query.data.data.length === 0 ? 'Nothing' : 'The latest'} since{' '}
            {showDate(query.data.since, browserZone)}.
          </p>
        </>
      )}
    </li>
  )
}

interface ConfirmProps {
  readonly application: FirmApplicationDetail
  readonly close: () => void
}

function ConfirmEnd({ application: { applicationId, name, advisors }, close }: ConfirmProps) {
  const end = useFirmAct({
    act: () => call('endFirmApplication', { params: { applicationId } }),
    stale: 'firmApplication',
    done: () => {
      close()
      return `The firm no longer allows ${name}.`
    },
    failed: 'Access was not ended',
  })
  return (
    <Dialog title={`End the firm’s access for ${name}?`} close={close}>
      <p style={{ marginTop: 0 }}>
        Within seconds it can no longer act for your advisors, and its texts that are still waiting are not
        sent. Your operator can allow it again.
        {advisors > 0 &&
          ` ${advisors} ${advisors === 1 ? 'advisor allows' : 'advisors allow'} it by themselves: that stays.`}
      </p>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={close} data-autofocus>
          Keep it
        </Button>
        <Button color="red" loading={end.isPending} onClick={() => end.mutate()}>
          End access now
        </Button>
      </Group>
    </Dialog>
  )
}
