import { Button, Group, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { call } from '../../lib/call.ts'
import { invalidateAfter } from '../../lib/stale-queries.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { showFailure, tell } from '../../ui/tell.ts'

interface GroupDialogProps {
  /** The group to rename; without one, a new group is created. */
  readonly group?: { readonly groupId: number; readonly name: string }
  readonly close: () => void
}

/** Asks for the name of a group. */
export function GroupDialog({ group, close }: GroupDialogProps) {
  const client = useQueryClient()
  const [typed, setTyped] = useState(group?.name ?? '')
  const onceKey = useRef(crypto.randomUUID())
  const name = typed.trim()
  const save = useMutation({
    mutationFn: () =>
      group
        ? call('updateGroup', { params: { groupId: group.groupId }, body: { name } })
        : call('createGroup', { body: { name } }, { onceKey: onceKey.current }),
    onSuccess: () => {
      if (group) tell(`It was called “${group.name}” before.`, `Group renamed to “${name}”`)
      else tell('Add contacts from their pages or with an import.', `Group “${name}” created`)
      invalidateAfter(client, 'groupSave')
      close()
    },
    onError: error => showFailure(error, group ? 'Group not renamed' : 'Group not created'),
  })
  const isChanged = name !== '' && name !== group?.name
  return (
    <Dialog close={close} isDirty={isChanged} title={group ? 'Rename group' : 'New group'}>
      <form
        onSubmit={event => {
          event.preventDefault()
          save.mutate()
        }}
      >
        <TextInput
          label="Name"
          placeholder="Retirement planning"
          value={typed}
          maxLength={200}
          required
          data-autofocus
          onChange={event => {
            setTyped(event.currentTarget.value)
            onceKey.current = crypto.randomUUID()
          }}
        />
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" loading={save.isPending} disabled={!isChanged}>
            {group ? 'Rename' : 'Create group'}
          </Button>
        </Group>
      </form>
    </Dialog>
  )
}
