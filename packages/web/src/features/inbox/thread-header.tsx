import { ActionIcon, Menu, VisuallyHidden } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { Conversation } from '@parley/contract'
import {
  IconArrowLeft,
  IconBan,
  IconCertificate,
  IconDotsVertical,
  IconShieldCheck,
  IconUser,
  IconUserPlus,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { lazy, type RefObject, Suspense } from 'react'
import { countOf } from '../../lib/count-of.ts'
import { useMay } from '../../lib/me/use-may.ts'
import { useMe } from '../../lib/me/use-me.ts'
import { isShared, nameOf } from '../../lib/people.ts'
import { showPhone } from '../../lib/phone.ts'
import { ConsentBadge } from '../../ui/consent-badge.tsx'
import { PersonMark } from '../../ui/person-mark.tsx'
import { ConsentDrawer } from '../consent/consent-drawer.tsx'
import { OptOutDialog } from '../consent/opt-out-dialog.tsx'
import classes from './thread.module.css'

const AddToContacts = lazy(() => import('./add-to-contacts.tsx'))
const DownloadProof = lazy(() => import('./download-proof.tsx'))

interface HeaderProps {
  readonly conversation: Conversation
  readonly heading: RefObject<HTMLHeadingElement | null>
}

export function ThreadHeader({ conversation, heading }: HeaderProps) {
  const { memberId, phone, people, consent } = conversation
  const name = nameOf(conversation)
  const [isRecordOpen, record] = useDisclosure(false)
  const [isOptOutOpen, optOut] = useDisclosure(false)
  const [isAdding, adding] = useDisclosure(false)
  const [isProving, proving] = useDisclosure(false)
  const mayProve = useMay('downloadConversationProof')
  const offersProofs = useMe().offersProofs && mayProve
  const shown = showPhone(phone)
  const isUnknown = name === shown
  return (
    <header className={classes['header']}>
      <ActionIcon
        className={classes['back']}
        variant="subtle"
        color="gray"
        size="lg"
        aria-label="Back to inbox"
        renderRoot={props => <Link from="/inbox" to="/inbox" search={now => now} {...props} />}
      >
        <IconArrowLeft size={21} />
      </ActionIcon>
      <PersonMark name={name} size={40} isShared={isShared(conversation)} />
      <div className={classes['headerWords']}>
        <h2 className={classes['name']} ref={heading} tabIndex={-1}>
          {name}
        </h2>
        <span className={classes['phone']}>
          {isUnknown ? (
            <>
              Not in your contacts ·{' '}
              <button type="button" className={classes['add']} onClick={adding.open}>
                Add
                <VisuallyHidden> to contacts</VisuallyHidden>
              </button>
            </>
          ) : (
            `${shown}${people.length > 1 ? ` · ${countOf(people.length, 'contact')} with this number` : ''}`
          )}
        </span>
      </div>
      <button type="button" className={classes['badgeButton']} onClick={record.open}>
        <ConsentBadge consent={consent} />
        <VisuallyHidden>Show consent record</VisuallyHidden>
      </button>
      <Menu>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" size="lg" aria-label="More about this conversation">
            <IconDotsVertical size={19} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {isUnknown && (
            <Menu.Item leftSection={<IconUserPlus size={17} />} onClick={adding.open}>
              Add to contacts…
            </Menu.Item>
          )}
          {people.map(({ contactId, fullName }) => (
            <Menu.Item
              key={contactId}
              leftSection={<IconUser size={17} />}
              renderRoot={props => <Link to="/contacts/$contactId" params={{ contactId }} {...props} />}
            >
              Open {fullName === phone ? 'contact' : fullName}
            </Menu.Item>
          ))}
          <Menu.Item leftSection={<IconShieldCheck size={17} />} onClick={record.open}>
            Consent record
          </Menu.Item>
          {offersProofs && (
            <Menu.Item leftSection={<IconCertificate size={17} />} onClick={proving.open}>
              Download proof…
            </Menu.Item>
          )}
          {consent !== 'opted_out' && (
            <>
              <Menu.Divider />
              <Menu.Item color="red" leftSection={<IconBan size={17} />} onClick={optOut.open}>
                Record an opt-out…
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      <ConsentDrawer memberId={memberId} name={name} isOpen={isRecordOpen} close={record.close} />
      {isAdding && (
        <Suspense>
          <AddToContacts phone={phone} contactId={people[0]?.contactId} close={adding.close} />
        </Suspense>
      )}
      {isProving && (
        <Suspense>
          <DownloadProof memberId={memberId} phone={phone} name={name} close={proving.close} />
        </Suspense>
      )}
      <OptOutDialog phone={phone} name={name} isOpen={isOptOutOpen} close={optOut.close} />
    </header>
  )
}
