import { Button, Checkbox, Group, Select, TextInput } from '@mantine/core'
import { type Invited, type Role, roles } from '@parley/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { SignInAgain, wantsSignIn } from '../../features/settings/sign-in-again.tsx'
import { call } from '../../lib/call.ts'
import { Failure, messageOf } from '../../lib/failure.ts'
import { invalidateAfter } from '../../lib/stale-queries.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { tell } from '../../ui/tell.ts'
import classes from '../console.module.css'
import { roleLabels, roleWords } from '../role-labels.ts'
import { browserZone } from '../use-console.ts'
import { InvitationLink } from './invitation-link.tsx'

/** Browsers may not list their own zone, nor UTC. */
const zones = [...new Set([browserZone, 'UTC', ...Intl.supportedValuesOf('timeZone')])].toSorted()

/** Adds somebody and invites them. */
export function AddPerson({ close }: { readonly close: () => void }) {
  const client = useQueryClient()
  const [name, setName] = useState('')
  const [email, setEmail] = useState('')
  const [held, setHeld] = useState<readonly Role[]>([])
  const [identifier, setIdentifier] = useState('')
  const [timeZone, setTimeZone] = useState(browserZone)
  const isAdvisor = held.includes('advisor')
  const add = useMutation<Invited>({
    mutationFn: () =>
      call('addFirmPerson', {
        body: { name, email, roles: [...held], ...(isAdvisor && { advisor: { identifier, timeZone } }) },
      }),
    onSuccess: ({ link }) => {
      invalidateAfter(client, 'firmPerson')
      if (link !== undefined) return
      tell(`${name} has been sent an invitation.`)
      close()
    },
  })
  if (add.data?.link !== undefined) {
    return (
      <Dialog title={`${name} is added`} close={close}>
        <InvitationLink invited={add.data} name={name} />
        <Group justify="flex-end" mt="lg">
          <Button onClick={close}>Done</Button>
        </Group>
      </Dialog>
    )
  }
  const mistakes = add.error instanceof Failure ? add.error.mistakes : []
  const mistakeAt = (field: string): string | undefined =>
    mistakes.find(({ path }) => path.endsWith(field))?.message
  const isDirty = name !== '' || email !== ''
  return (
    <Dialog title="Add a person" close={close} isDirty={isDirty}>
      <form
        className={classes['form']}
        onSubmit={event => {
          event.preventDefault()
          add.mutate()
        }}
      >
        <TextInput
          label="Name"
          value={name}
          onChange={event => setName(event.currentTarget.value)}
          maxLength={200}
          required
          error={mistakeAt('name')}
          data-autofocus
        />
        <TextInput
          label="Email"
          description="They sign in with it, and the invitation goes there."
          type="email"
          value={email}
          onChange={event => setEmail(event.currentTarget.value)}
          maxLength={254}
          required
          error={mistakeAt('email')}
        />
        <Checkbox.Group
          label="Roles"
          value={[...held]}
          onChange={chosen => setHeld(chosen)}
          error={mistakeAt('roles')}
          required
        >
          <div className={classes['form']} style={{ gap: 10, marginTop: 8 }}>
            {roles.map(role => (
              <Checkbox key={role} value={role} label={roleLabels[role]} description={roleWords[role]} />
            ))}
          </div>
        </Checkbox.Group>
        {isAdvisor && (
          <>
            <TextInput
              label="Identifier"
              description="Names the advisor for applications, for good. Small letters and digits, such as avery."
              value={identifier}
              onChange={event => setIdentifier(event.currentTarget.value)}
              maxLength={100}
              required
              error={mistakeAt('identifier')}
            />
            <Select
              label="Time zone"
              data={zones}
              value={timeZone}
              onChange={zone => zone && setTimeZone(zone)}
              searchable
              allowDeselect={false}
              limit={60}
              error={mistakeAt('timeZone')}
            />
          </>
        )}
        {add.isError && mistakes.length === 0 && (
          <p role="alert" style={{ color: 'var(--danger)', margin: 0 }}>
            {messageOf(add.error)} {wantsSignIn(add.error) && <SignInAgain />}
          </p>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" loading={add.isPending} disabled={held.length === 0}>
            Add and invite
          </Button>
        </Group>
      </form>
    </Dialog>
  )
}
