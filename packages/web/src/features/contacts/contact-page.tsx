import { ActionIcon, Button, Menu, Tabs } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { AppContactDetail } from '@parley/contract'
import { IconDotsVertical, IconEdit, IconExternalLink, IconMessage, IconTrash } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { call } from '../../lib/call.ts'
import { Failure } from '../../lib/failure.ts'
import { useMe } from '../../lib/me/use-me.ts'
import { showPhone } from '../../lib/phone.ts'
import { reading } from '../../lib/queries.ts'
import { invalidateAfter } from '../../lib/stale-queries.ts'
import { showDate, showMoment } from '../../lib/time.ts'
import { ConsentBadge } from '../../ui/consent-badge.tsx'
import { deleteWithUndo } from '../../ui/delete-with-undo.tsx'
import { Page, Panel } from '../../ui/page.tsx'
import { Empty, Waiting, Wrong } from '../../ui/states.tsx'
import { ConsentRecord } from '../consent/consent-record.tsx'
import { addressLine } from './address-line.ts'
import { BackToContacts } from './back-to-contacts.tsx'
import { ContactDialog } from './contact-dialog.tsx'
import { ContactGroups } from './contact-groups.tsx'
import { fieldLabels, genderLabels, maritalLabels } from './contact-labels.ts'
import { ContactTimeline } from './contact-timeline.tsx'
import classes from './contacts.module.css'

export function ContactPage() {
  const { contactId } = useParams({ from: '/contacts/$contactId' })
  const query = useQuery(reading('showContact', { params: { contactId } }))
  if (query.data) return <Contact contact={query.data} />
  if (query.error instanceof Failure && query.error.code === 'not_found') {
    return (
      <Empty title="Contact not found" action={<BackToContacts />}>
        It may have been deleted. Its texts and its consent record are kept.
      </Empty>
    )
  }
  if (query.isError) return <Wrong error={query.error} retry={() => void query.refetch()} />
  return <Waiting />
}

function Contact({ contact }: { readonly contact: AppContactDetail }) {
  const { contactId, fullName, phone, memberId, consent, verdict } = contact
  const client = useQueryClient()
  const navigate = useNavigate()
  const [isEditing, editing] = useDisclosure(false)
  const remove = (): void => {
    deleteWithUndo({
      key: `contact ${contactId}`,
      words: `${fullName} deleted.`,
      act: keepalive => call('deleteContact', { params: { contactId } }, { keepalive }),
      after: () => invalidateAfter(client, 'contactDelete'),
    })
    void navigate({ to: '/contacts' })
  }
  return (
    <Page
      title={fullName === phone ? showPhone(phone) : fullName}
      lead={<BackToContacts />}
      actions={
        <>
          {memberId !== undefined && (
            <Button
              leftSection={<IconMessage size={18} />}
              renderRoot={props => <Link to="/inbox/$memberId" params={{ memberId }} {...props} />}
            >
              {verdict?.code === 'opted_out' ? 'Open conversation' : `Text ${contact.firstName ?? 'them'}`}
            </Button>
          )}
          <Button variant="default" leftSection={<IconEdit size={18} />} onClick={editing.open}>
            Edit
          </Button>
          <Menu>
            <Menu.Target>
              <ActionIcon variant="default" size={36} aria-label="More">
                <IconDotsVertical size={18} />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item color="red" leftSection={<IconTrash size={17} />} onClick={remove}>
                Delete contact
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        </>
      }
    >
      <div className={classes['columns']}>
        <div>
          <Panel title="Details" actions={consent && <ConsentBadge consent={consent} />}>
            <Facts contact={contact} />
          </Panel>
          <Panel title="Groups">
            <ContactGroups contact={contact} />
          </Panel>
        </div>
        <Panel>
          <Tabs defaultValue="consent" keepMounted={false}>
            <Tabs.List mb="md">
              <Tabs.Tab value="consent">Consent</Tabs.Tab>
              <Tabs.Tab value="timeline">Changes</Tabs.Tab>
            </Tabs.List>
            <Tabs.Panel value="consent">
              {memberId === undefined ? (
                <Empty title="No phone number" action={<Button onClick={editing.open}>Add a number</Button>}>
                  Consent is recorded for a number. Add one to text this person.
                </Empty>
              ) : (
                <ConsentRecord memberId={memberId} />
              )}
            </Tabs.Panel>
            <Tabs.Panel value="timeline">
              <ContactTimeline contactId={contactId} />
            </Tabs.Panel>
          </Tabs>
        </Panel>
      </div>
      {isEditing && <ContactDialog contact={contact} close={editing.close} done={() => undefined} />}
    </Page>
  )
}

/** A calendar day, independent of the time zone. */
const dayInWords = (day: string | undefined): string | undefined => day && showDate(`${day}T12:00:00Z`, 'UTC')

function Facts({ contact }: { readonly contact: AppContactDetail }) {
  const { timeZone } = useMe()
  const facts: readonly (readonly [label: string, value: string | undefined])[] = [
    [fieldLabels['phone'] ?? '', contact.phone && showPhone(contact.phone)],
    ['Email', contact.emailAddress],
    [fieldLabels['nickname'] ?? '', contact.nickname],
    ['Birthday', dayInWords(contact.birthDate)],
    ['Client since', dayInWords(contact.clientAnniversary)],
    ['Gender', contact.gender === 0 ? undefined : genderLabels[contact.gender]],
    ['Marital status', contact.maritalStatus === 0 ? undefined : maritalLabels[contact.maritalStatus]],
    ['Address', addressLine(contact)],
    ...contact.customFields.map(({ label, value }) => [label, value] as const),
    ['Source', contact.sourceText],
    ['Added', showMoment(contact.dateTimeCreated, timeZone)],
  ]
  return (
    <>
      <dl className={classes['facts']}>
        {facts
          .filter(([, value]) => value !== undefined)
          .map(([label, value]) => (
            <div key={label} style={{ display: 'contents' }}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
      {contact.remoteContactUrl?.startsWith('https://') && (
        <p>
          <a href={contact.remoteContactUrl} target="_blank" rel="noreferrer">
            Open in the CRM <IconExternalLink size={14} aria-hidden />
          </a>
        </p>
      )}
    </>
  )
}
