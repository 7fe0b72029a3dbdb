import { ActionIcon, Button, Group, TextInput, Tooltip } from '@mantine/core'
import { IconFingerprint, IconTrash } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, type Input } from '../../lib/call.ts'
import { wordsOf } from '../../lib/failure.ts'
import { reading } from '../../lib/queries.ts'
import { showDate } from '../../lib/time.ts'
import { useMe } from '../../lib/use-me.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Panel } from '../../ui/page.tsx'
import { Waiting, Wrong } from '../../ui/states.tsx'
import { tell } from '../../ui/tell.ts'
import classes from './settings.module.css'
import { SignInAgain, wantsSignIn } from './sign-in-again.tsx'

type Credential = NonNullable<Input<'addPasskey'>['body']['credential']>

/** The browser's refusals have no words for people. */
const wordsOfRefusal = (error: unknown): string => {
  if (!(error instanceof DOMException)) return wordsOf(error)
  return error.name === 'InvalidStateError'
    ? 'This device has a passkey for this account already.'
    : 'No passkey was made.'
}

export function Passkeys() {
  const me = useMe()
  const client = useQueryClient()
  const [name, setName] = useState('')
  const query = useQuery(reading('listPasskeys', {}))
  const renew = (): void => {
    void client.invalidateQueries({ queryKey: ['listPasskeys'] })
    void client.invalidateQueries({ queryKey: ['getMe'] })
  }
  const add = useMutation({
    mutationFn: async () => {
      const { options } = await call('startPasskey', {})
      const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
        options as PublicKeyCredentialCreationOptionsJSON,
      )
      const made = await navigator.credentials.create({ publicKey })
      if (!(made instanceof PublicKeyCredential)) throw new Error('The browser made no passkey')
      return call('addPasskey', { body: { name: name.trim(), credential: made.toJSON() as Credential } })
    },
    onSuccess: () => {
      tell('You can sign in with it from now on.', 'Passkey added')
      setName('')
      renew()
    },
  })
  const [doomed, setDoomed] = useState<{ readonly passkeyId: string; readonly name: string }>()
  const remove = useMutation({
    mutationFn: (passkeyId: string) => call('removePasskey', { params: { passkeyId } }),
    onSuccess: () => {
      tell('Nobody can sign in with it any more.', 'Passkey removed')
      renew()
    },
    onSettled: () => setDoomed(undefined),
  })
  const error: unknown = add.error ?? remove.error
  return (
    <Panel
      title="Passkeys"
      lead="Sign in with a fingerprint, your face or a security key instead of a password. Nothing to remember, nothing to give away."
    >
      {query.isPending && <Waiting />}
      {query.isError && <Wrong error={query.error} retry={() => void query.refetch()} />}
      {query.data && query.data.data.length > 0 && (
        <ul className={classes['keys']}>
          {query.data.data.map(({ passkeyId, name: label, dateTimeAdded, dateTimeUsed }) => (
            <li key={passkeyId}>
              <IconFingerprint size={22} stroke={1.6} aria-hidden />
              <div>
                <strong>{label}</strong>
                <span>
                  Added {showDate(dateTimeAdded, me.timeZone)}
                  {dateTimeUsed ? `, last used ${showDate(dateTimeUsed, me.timeZone)}` : ', not used yet'}
                </span>
              </div>
              <Tooltip label="Remove">
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={`Remove the passkey ${label}`}
                  onClick={() => setDoomed({ passkeyId, name: label })}
                >
                  <IconTrash size={18} />
                </ActionIcon>
              </Tooltip>
            </li>
          ))}
        </ul>
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
        <p className={classes['note']}>Browsers allow passkeys only at an address with a name and https.</p>
      )}
      {error !== null && (
        <p role="alert" className={classes['wrong']}>
          {wordsOfRefusal(error)} {wantsSignIn(error) && <SignInAgain />}
        </p>
      )}
      {doomed && (
        <Dialog close={() => setDoomed(undefined)} title={`Remove the passkey ${doomed.name}?`}>
          <p style={{ marginTop: 0 }}>
            Nobody can sign in with it any more. The device keeps its half, which opens nothing: you can
            delete it there.
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
