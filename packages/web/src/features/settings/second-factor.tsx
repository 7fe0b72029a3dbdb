import { Button, CopyButton, Group, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, type Result } from '../../lib/call.ts'
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

/** An authenticator app that a password needs beside it. */
export function SecondFactor() {
  const client = useQueryClient()
  const query = useQuery(reading('getSecondFactor', {}))
  const [recoveryCodes, setRecoveryCodes] = useState<readonly string[]>()
  const start = useMutation({ mutationFn: () => call('startSecondFactor', {}) })
  const finish = (codes: readonly string[]): void => {
    setRecoveryCodes(codes)
    start.reset()
    invalidateAfter(client, 'secondFactor')
  }
  return (
    <Panel
      title="Authenticator app"
      lead="With it, a password alone is not enough to sign in as you. Passkeys need no code."
    >
      {query.isPending && <Waiting />}
      {query.isError && <Wrong error={query.error} retry={() => void query.refetch()} />}
      {recoveryCodes && <RecoveryCodes codes={recoveryCodes} close={() => setRecoveryCodes(undefined)} />}
      {query.data?.isOn && !recoveryCodes && <SetUp factor={query.data} />}
      {query.data && !query.data.isOn && !start.data && (
        <Button variant="default" loading={start.isPending} onClick={() => start.mutate()}>
          Set up
        </Button>
      )}
      {query.data && !query.data.isOn && start.data && <Confirm setup={start.data} finish={finish} />}
      <Refusal error={start.error} />
    </Panel>
  )
}

function Refusal({ error }: { readonly error: unknown }) {
  if (error === null) return null
  return (
    <p role="alert" className={classes['wrong']}>
      {messageOf(error)} {wantsSignIn(error) && <SignInAgain />}
    </p>
  )
}

interface ConfirmProps {
  readonly setup: Result<'startSecondFactor'>
  readonly finish: (recoveryCodes: readonly string[]) => void
}

function Confirm({ setup: { setup, key, qrCode }, finish }: ConfirmProps) {
  const [code, setCode] = useState('')
  const add = useMutation({
    mutationFn: () => call('addSecondFactor', { body: { setup, code: code.trim() } }),
    onSuccess: ({ recoveryCodes }) => finish(recoveryCodes),
  })
  return (
    <form
      className={classes['setup']}
      onSubmit={event => {
        event.preventDefault()
        add.mutate()
      }}
    >
      <p>Scan this code with an authenticator app, such as the one of your password manager.</p>
      <svg
        className={classes['qrCode']}
        viewBox={`0 0 ${qrCode.size} ${qrCode.size}`}
        shapeRendering="crispEdges"
        role="img"
        aria-label="QR code with the key below"
      >
        <path d={qrCode.path} />
      </svg>
      <p>
        Or enter this key: <span className={classes['key']}>{key}</span>
      </p>
      <TextInput
        label="Code that the app shows"
        value={code}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={12}
        required
        onChange={event => setCode(event.currentTarget.value)}
      />
      <div>
        <Button type="submit" loading={add.isPending} disabled={code.trim() === ''}>
          Turn on
        </Button>
      </div>
      <Refusal error={add.error} />
    </form>
  )
}

interface CodesProps {
  readonly codes: readonly string[]
  readonly close: () => void
}

function RecoveryCodes({ codes, close }: CodesProps) {
  return (
    <div className={classes['setup']} role="status">
      <p>
        <strong>The authenticator app is set up.</strong> Keep these recovery codes where you find them
        without your phone. Each signs you in once. They are not shown again.
      </p>
      <ul className={classes['codes']} aria-label="Recovery codes">
        {codes.map(code => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Group>
        <CopyButton value={codes.join('\n')}>
          {({ copied, copy }) => (
            <Button variant="default" onClick={copy}>
              {copied ? 'Copied' : 'Copy'}
            </Button>
          )}
        </CopyButton>
        <Button onClick={close}>I have saved them</Button>
      </Group>
    </div>
  )
}

function SetUp({ factor }: { readonly factor: Result<'getSecondFactor'> }) {
  const { timeZone } = useSignedIn()
  const client = useQueryClient()
  const [isAsking, setIsAsking] = useState(false)
  const remove = useMutation({
    mutationFn: () => call('removeSecondFactor', {}),
    onSuccess: () => {
      tell('Your password alone signs you in again.', 'Authenticator app removed')
      invalidateAfter(client, 'secondFactor')
    },
    onSettled: () => setIsAsking(false),
  })
  const { dateTimeAdded, recoveryCodesLeft: left } = factor
  return (
    <>
      <p style={{ marginTop: 0 }}>
        On{dateTimeAdded && ` since ${showDate(dateTimeAdded, timeZone)}`}. {left} recovery{' '}
        {left === 1 ? 'code' : 'codes'} left.
        {left < 3 && ' For new ones, remove the app and set it up again.'}
      </p>
      <Button variant="default" onClick={() => setIsAsking(true)}>
        Remove
      </Button>
      <Refusal error={remove.error} />
      {isAsking && (
        <Dialog close={() => setIsAsking(false)} title="Remove the authenticator app?">
          <p style={{ marginTop: 0 }}>
            Your password alone will sign you in. Your recovery codes stop working.
          </p>
          <Group justify="flex-end" mt="lg">
            <Button variant="default" onClick={() => setIsAsking(false)} data-autofocus>
              Keep it
            </Button>
            <Button color="red" loading={remove.isPending} onClick={() => remove.mutate()}>
              Yes, remove it
            </Button>
          </Group>
        </Dialog>
      )}
    </>
  )
}
