import { ActionIcon, Button, Group, TextInput, Tooltip } from '@mantine/core'
import { IconFingerprint, IconTrash } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, type Input, type Result } from '../../lib/call.ts'
import { messageOf } from '../../lib/failure.ts'
import { useSignedIn } from '../../lib/me/signed-in.ts'
import { reading } from '../../lib/queries.ts'
import { invalidateAfter } from '../../lib/stale-queries.ts'
import { showDate } from '../../lib/time.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Panel } from '../../ui/page.tsx'
import { Waiting, Wrong } from '../../ui/states.tsx'
import { tell } from '../../ui/tell.ts'
import classes from './settings.module.css'
import { SignInAgain, wantsSignIn } from './sign-in-again.tsx'

type Credential = NonNullable<Input<'addPasskey'>['body']['credential']>

/** The browser's error messages are not written for users. */
const wordsOfRefusal = (error: unknown): string => {
  if (!(error instanceof DOMException)) return messageOf(error)
  return error.name === 'InvalidStateError'
    ? 'This device already has a passkey for this account.'
    : 'The passkey was not created. Try again.'
}

interface Doomed {
  readonly passkeyId: string
  readonly name: string
}

export function Passkeys() {
  const me = useSignedIn()
  const client = useQueryClient()
  const [name, setName] = useState('')
  const query = useQuery(reading('listPasskeys', {}))
  const renew = (): void => {
    invalidateAfter(client, 'passkeys')
  }
  const add = useMutation({
    mutationFn: async () => {
      const { options } = await call('startPasskey', {})
      const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
        options as PublicKeyCredentialCreationOptionsJSON,
      )
      const made = await navigator.credentials.create({ publicKey })
      if (!(made instanceof PublicKeyCredential)) throw new Error('The browser created no passkey')
      return call('addPasskey', { body: { name: name.trim(), credential: made.toJSON() as Credential } })
    },
    onSuccess: () => {
      tell('You can now sign in with it.', 'Passkey added')
      setName('')
      renew()
    },
  })
  const [doomed, setDoomed] = useState<Doomed>()
  const remove = useMutation({
    mutationFn: (passkeyId: string) => call('removePasskey', { params: { passkeyId } }),
    onSuccess: () => {
      tell('It can no longer be used to sign in.', 'Passkey removed')
      renew()
    },
    onSettled: () => setDoomed(undefined),
  })
  const error: unknown = add.error ?? remove.error
  return (
    <Panel
      title="Passkeys"
      lead="Sign in with a fingerprint, your face or a security key instead of a password."
    >
      {query.isPending && <Waiting />}
      {query.isError && <Wrong error={query.error} retry={() => void query.refetch()} />}
      {query.data && query.data.data.length > 0 && (
        <PasskeyList passkeys={query.data.data} remove={setDoomed} />
      )}
      {me.offersPasskeys ? (
        <form
          onSubmit={event => {
            event.preventDefault()
            remove.reset()
            add.mutate()
          }}
        >
          <Group align="flex-end">
            <TextInput
              className={classes['keyName'] ?? ''}
              label="Name of a new passkey"
              placeholder="My laptop"
              value={name}
              maxLength={100}
              onChange={event => setName(event.currentTarget.value)}
            />
            <Button type="submit" variant="default" loading={add.isPending} disabled={name.trim() === ''}>
              Add passkey
            </Button>
          </Group>
        </form>
      ) : (
        <p className={classes['note']}>Passkeys need a secure (https) address with a domain name.</p>
      )}
      {error !== null && (
        <p role="alert" className={classes['wrong']}>
          {wordsOfRefusal(error)} {wantsSignIn(error) && <SignInAgain />}
        </p>
      )}
      {doomed && (
        <Dialog close={() => setDoomed(undefined)} title={`Remove passkey ${doomed.name}?`}>
          <p style={{ marginTop: 0 }}>
            You will no longer be able to sign in with it. The device keeps its own copy, which then has no
            effect; you can delete it there.
          </p>
          <Group justify="flex-end" mt="lg">
            <Button variant="default" onClick={() => setDoomed(undefined)} data-autofocus>
              Keep it
            </Button>
            <Button
              color="red"
              loading={remove.isPending}
              onClick={() => {
                add.reset()
                remove.mutate(doomed.passkeyId)
              }}
            >
              Yes, remove it
            </Button>
          </Group>
        </Dialog>
      )}
    </Panel>
  )
}

interface ListProps {
  readonly passkeys: Result<'listPasskeys'>['data']
  readonly remove: (passkey: Doomed) => void
}

function PasskeyList({ passkeys, remove }: ListProps) {
  const { timeZone } = useSignedIn()
  return (
    <ul className={classes['keys']}>
      {passkeys.map(({ passkeyId, name: label, dateTimeAdded, dateTimeUsed }) => (
        <li key={passkeyId}>
          <IconFingerprint size={22} stroke={1.6} aria-hidden />
          <div>
            <strong>{label}</strong>
            <span>
              Added {showDate(dateTimeAdded, timeZone)}
              {dateTimeUsed ? `, last used ${showDate(dateTimeUsed, timeZone)}` : ', not used yet'}
            </span>
          </div>
          <Tooltip label="Remove">
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={`Remove passkey ${label}`}
              onClick={() => remove({ passkeyId, name: label })}
            >
              <IconTrash size={18} />
            </ActionIcon>
          </Tooltip>
        </li>
      ))}
    </ul>
  )
}
