import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { FirmPersonDetail } from '@parley/contract'
import { IconEdit } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { Failure } from '../../lib/failure.ts'
import { showPhone } from '../../lib/phone.ts'
import { reading } from '../../lib/queries.ts'
import { showDate, showMoment } from '../../lib/time.ts'
import { Page, Panel } from '../../ui/page.tsx'
import { Empty, Waiting, Wrong } from '../../ui/states.tsx'
import { BackTo } from '../back-to.tsx'
import { HeldTexts } from '../books/held-texts.tsx'
import classes from '../console.module.css'
import { browserZone, useMayInFirm } from '../use-console.ts'
import { EditPerson } from './edit-person.tsx'
import { PersonAccess } from './person-access.tsx'
import { PersonAdvisors } from './person-advisors.tsx'
import { PersonBooks } from './person-books.tsx'
import { PersonRoles } from './person-roles.tsx'
import { PersonState } from './person-state.tsx'

const back = <BackTo to="/people" label="People" />

export function PersonPage() {
  const { personId } = useParams({ strict: false }) as unknown as { readonly personId: number }
  const query = useQuery(reading('showFirmPerson', { params: { personId } }))
  if (query.data) return <Person person={query.data} />
  if (query.error instanceof Failure && query.error.code === 'not_found') {
    return (
      <Empty title="Nobody found" action={back}>
        There is no such person in your firm.
      </Empty>
    )
  }
  if (query.isError) return <Wrong error={query.error} retry={() => void query.refetch()} />
  return <Waiting />
}

function Person({ person }: { readonly person: FirmPersonDetail }) {
  const mayChange = useMayInFirm('updateFirmPerson')
  const [isEditing, editing] = useDisclosure(false)
  return (
    <Page
      title={person.name}
      lead={back}
      isNarrow
      actions={
        mayChange && (
          <Button variant="default" leftSection={<IconEdit size={18} />} onClick={editing.open}>
            Edit
          </Button>
        )
      }
    >
      <Panel title="Details" actions={<PersonState person={person} />}>
        <Facts person={person} />
      </Panel>
      <PersonRoles person={person} />
      {person.books.length > 0 && <PersonBooks person={person} />}
      {person.books.map(({ advisorId, identifier }) => (
        <HeldTexts key={advisorId} advisorId={advisorId} identifier={identifier} />
      ))}
      {person.roles.includes('assistant') && <PersonAdvisors person={person} />}
      <PersonAccess person={person} />
      {isEditing && <EditPerson person={person} close={editing.close} />}
    </Page>
  )
}

function Facts({ person }: { readonly person: FirmPersonDetail }) {
  const { email, identifier, numbers, dateTimeAdded, dateTimeInvited } = person
  return (
    <>
      <dl className={classes['facts']}>
        <dt>Email</dt>
        <dd>{email}</dd>
        {identifier !== undefined && (
          <>
            <dt>Advisor</dt>
            <dd>{identifier}</dd>
            <dt>Texting number</dt>
            <dd>
              {numbers.length === 0 ? 'None: your operator adds one' : numbers.map(showPhone).join(', ')}
            </dd>
          </>
        )}
        <dt>Added</dt>
        <dd>{showDate(dateTimeAdded, browserZone)}</dd>
        {dateTimeInvited && (
          <>
            <dt>Invited</dt>
            <dd>{showMoment(dateTimeInvited, browserZone)}</dd>
          </>
        )}
      </dl>
      {person.isManagedByDirectory && (
        <p className={classes['note']}>
          Your firm’s directory manages this person: change name, address and access there, or the next
          synchronisation undoes it.
        </p>
      )}
    </>
  )
}
