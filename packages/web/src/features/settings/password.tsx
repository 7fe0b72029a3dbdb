import { Button, PasswordInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../lib/call.ts'
import { messageOf } from '../../lib/failure.ts'
import { useSignedIn } from '../../lib/me/signed-in.ts'
import { invalidateAfter } from '../../lib/stale-queries.ts'
import { Panel } from '../../ui/page.tsx'
import { tell } from '../../ui/tell.ts'
import classes from './settings.module.css'
import { SignInAgain, wantsSignIn } from './sign-in-again.tsx'

export function Password() {
  const me = useSignedIn()
  const client = useQueryClient()
  const [current, setCurrent] = useState('')
  const [wanted, setWanted] = useState('')
  const change = useMutation({
    mutationFn: () =>
      call('changePassword', {
        body: { ...(me.hasPassword && { currentPassword: current }), newPassword: wanted },
      }),
    onSuccess: () => {
      tell('You are signed out everywhere else.', 'Password changed')
      setCurrent('')
      setWanted('')
      invalidateAfter(client, 'password')
    },
  })
  return (
    <Panel
      title="Password"
      lead={me.hasPassword ? 'Changing it signs you out everywhere else.' : 'You sign in only with passkeys.'}
    >
      <form
        className={classes['form']}
        onSubmit={event => {
          event.preventDefault()
          change.mutate()
        }}
      >
        <input type="text" name="username" autoComplete="username" value={me.email} readOnly hidden />
        {me.hasPassword && (
          <PasswordInput
            label="Current password"
            autoComplete="current-password"
            value={current}
            required
            onChange={event => setCurrent(event.currentTarget.value)}
          />
        )}
        <PasswordInput
          label="New password"
          description="At least 12 characters. Do not use a common password."
          autoComplete="new-password"
          value={wanted}
          required
          onChange={event => setWanted(event.currentTarget.value)}
        />
        {change.isError && (
          <p role="alert" className={classes['wrong']}>
            {messageOf(change.error)} {wantsSignIn(change.error) && <SignInAgain />}
          </p>
        )}
        <div>
          <Button
            type="submit"
            loading={change.isPending}
            disabled={wanted === '' || (me.hasPassword && current === '')}
          >
            {me.hasPassword ? 'Change password' : 'Set a password'}
          </Button>
        </div>
      </form>
    </Panel>
  )
}
