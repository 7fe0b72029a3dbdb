import { Button, Group, Modal, Textarea } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../lib/call.ts'
import { invalidateAfter } from '../../lib/stale-queries.ts'
import { showFailure, tell } from '../../ui/tell.ts'

interface OptOutProps {
  readonly phone: string
  readonly name: string
  readonly isOpen: boolean
  readonly close: () => void
}

/** Records an opt-out made by phone or in person. It counts like a STOP. */
export function OptOutDialog({ phone, name, isOpen, close }: OptOutProps) {
  const [note, setNote] = useState('')
  const client = useQueryClient()
  const record = useMutation({
    mutationFn: () => call('recordOptOut', { body: { phone, note: note.trim() } }),
    onSuccess: () => {
      tell(`${name} will get no more texts.`, 'Opt-out recorded')
      // Hides the composer at once, even if no event arrives.
      invalidateAfter(client, 'optOut')
      close()
    },
    onError: error => showFailure(error),
  })
  return (
    <Modal opened={isOpen} onClose={close} title={`Record an opt-out for ${name}`}>
      <form
        onSubmit={event => {
          event.preventDefault()
          record.mutate()
        }}
      >
        <p style={{ marginTop: 0 }}>
          You will not be able to text this number again. Only they can undo this, by texting START.
        </p>
        <Textarea
          label="How did they tell you?"
          placeholder="On the phone, Tuesday morning"
          value={note}
          onChange={event => setNote(event.currentTarget.value)}
          maxLength={500}
          autosize
          minRows={2}
          required
          data-autofocus
        />
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={close}>
            Go back
          </Button>
          <Button type="submit" color="red" loading={record.isPending} disabled={note.trim() === ''}>
            Record opt-out
          </Button>
        </Group>
      </form>
    </Modal>
  )
}
