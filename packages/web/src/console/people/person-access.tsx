import { Button, Group } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { FirmPersonDetail, Invited } from '@parley/contract'
import { useState } from 'react'
import { call } from '../../lib/call.ts'
import { showMoment } from '../../lib/time.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Panel } from '../../ui/page.tsx'
import classes from '../console.module.css'
import { browserZone, useMayInFirm } from '../use-console.ts'
import { useFirmAct } from '../use-firm-act.tsx'
import { InvitationLink } from './invitation-link.tsx'

/** Where the person is signed in, and whether they get in at all. */
export function PersonAccess({ person }: { readonly person: FirmPersonDetail }) {
  const { sessions } = person
  const mayChange = useMayInFirm('updateFirmPerson')
  return (
    <Panel title="Access">
      {sessions.length === 0 ? (
        <p className={classes['note']} style={{ marginTop: 0 }}>
          Signed in nowhere.
        </p>
      ) : (
        <ul className={classes['rows']}>
          {sessions.map(session => (
            <li key={`${session.browser} ${session.dateTimeSignedIn}`}>
              <div>
                <strong>{session.browser ?? 'A browser'}</strong>
                <small>
                  {session.dateTimeUsed
                    ? `Last used ${showMoment(session.dateTimeUsed, browserZone)}`
                    : `Since ${showMoment(session.dateTimeSignedIn, browserZone)}`}
                </small>
              </div>
            </li>
          ))}
        </ul>
      )}
      {mayChange && <Actions person={person} />}
    </Panel>
  )
}

type Question = 'deactivate' | 'reset'

function Actions({ person }: { readonly person: FirmPersonDetail }) {
  const { personId, name, isActive, hasPassword, hasSecondFactor, sessions } = person
  const [question, setQuestion] = useState<Question>()
  const [invited, setInvited] = useState<Invited>()
  const [isShown, shown] = useDisclosure(false)
  const params = { personId }
  const signOut = useFirmAct({
    act: () => call('signOutFirmPerson', { params }),
    stale: 'firmPerson',
    done: () => `${name} is signed out everywhere.`,
    failed: 'Sessions were not ended',
  })
  const invite = useFirmAct<void, Invited>({
    act: () => call('inviteFirmPerson', { params }),
    stale: 'firmPerson',
    done: result => {
      setInvited(result)
      if (result.link !== undefined) shown.open()
      return result.link === undefined ? `${name} has been sent an invitation.` : undefined
    },
    failed: 'Not invited',
  })
  const activate = useFirmAct({
    act: () => call('updateFirmPerson', { params, body: { isActive: true } }),
    stale: 'firmPerson',
    done: () => `${name} can sign in again.`,
    failed: 'Not activated',
  })
  return (
    <>
      <Group mt="md">
        {isActive && !hasPassword && (
          <Button variant="default" loading={invite.isPending} onClick={() => invite.mutate()}>
            {person.dateTimeInvited ? 'Invite again' : 'Invite'}
          </Button>
        )}
        {sessions.length > 0 && (
          <Button variant="default" loading={signOut.isPending} onClick={() => signOut.mutate()}>
            Sign out everywhere
          </Button>
        )}
        {hasSecondFactor && (
          <Button variant="default" onClick={() => setQuestion('reset')}>
            Reset second factor
          </Button>
        )}
        {isActive ? (
          <Button color="red" variant="light" onClick={() => setQuestion('deactivate')}>
            Deactivate
          </Button>
        ) : (
          <Button variant="default" loading={activate.isPending} onClick={() => activate.mutate()}>
            Activate
          </Button>
        )}
      </Group>
      {question && <Confirm question={question} person={person} close={() => setQuestion(undefined)} />}
      {isShown && invited && (
        <Dialog title={`Invitation for ${name}`} close={shown.close}>
          <InvitationLink invited={invited} name={name} />
        </Dialog>
      )}
    </>
  )
}

interface ConfirmProps {
  readonly question: Question
  readonly person: FirmPersonDetail
  readonly close: () => void
}

function Confirm({ question, person: { personId, name, identifier }, close }: ConfirmProps) {
  const params = { personId }
  const isReset = question === 'reset'
  const act = useFirmAct({
    act: () =>
      isReset
        ? call('resetFirmSecondFactor', { params })
        : call('updateFirmPerson', { params, body: { isActive: false } }),
    stale: 'firmPerson',
    done: () => {
      close()
      return isReset ? `${name} has no second factor now.` : `${name} is deactivated.`
    },
    failed: 'Nothing was changed',
  })
  return (
    <Dialog title={isReset ? `Reset the second factor of ${name}?` : `Deactivate ${name}?`} close={close}>
      <p style={{ marginTop: 0 }}>
        {isReset
          ? 'Authenticator app, recovery codes and passkeys are removed, and every session ends. The password stays. Make sure that it is really this person who asks.'
          : identifier === undefined
            ? 'Every session ends within seconds, and they cannot sign in. Nothing is deleted.'
            : 'Every session ends within seconds, apps lose their access, and texts that wait are not sent. Nothing is deleted. Clients’ replies, and their STOPs, are still recorded.'}
      </p>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={close} data-autofocus>
          Cancel
        </Button>
        <Button color="red" loading={act.isPending} onClick={() => act.mutate()}>
          {isReset ? 'Reset' : 'Deactivate'}
        </Button>
      </Group>
    </Dialog>
  )
}
