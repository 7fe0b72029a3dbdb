import { Button, Group, TextInput } from '@mantine/core'
import type { FirmPersonDetail } from '@parley/contract'
import { useState } from 'react'
import { call } from '../../lib/call.ts'
import { Dialog } from '../../ui/dialog.tsx'
import classes from '../console.module.css'
import { useFirmAct } from '../use-firm-act.tsx'

interface EditProps {
  readonly person: FirmPersonDetail
  readonly close: () => void
}

export function EditPerson({ person: { personId, ...person }, close }: EditProps) {
  const [name, setName] = useState(person.name)
  const [email, setEmail] = useState(person.email)
  const changes = {
    ...(name.trim() !== person.name && { name }),
    ...(email.trim() !== person.email && { email }),
  }
  const isDirty = Object.keys(changes).length > 0
  const save = useFirmAct({
    act: () => call('updateFirmPerson', { params: { personId }, body: changes }),
    stale: 'firmPerson',
    done: () => {
      close()
      return 'Saved.'
    },
    failed: 'Not saved',
  })
  return (
    <Dialog title={`Edit ${person.name}`} close={close} isDirty={isDirty}>
      <form
        className={classes['form']}
        onSubmit={event => {
          event.preventDefault()
          save.mutate()
        }}
      >
        <TextInput
          label="Name"
          {...(person.identifier !== undefined && {
            description: 'Clients of this advisor see it in texts.',
          })}
          value={name}
          maxLength={200}
          required
          onChange={event => setName(event.currentTarget.value)}
          data-autofocus
        />
        <TextInput
          label="Email"
          description="To sign in with. Links that were sent to the former address stop working."
          type="email"
          value={email}
          maxLength={254}
          required
          onChange={event => setEmail(event.currentTarget.value)}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" loading={save.isPending} disabled={!isDirty}>
            Save
          </Button>
        </Group>
      </form>
    </Dialog>
  )
}
