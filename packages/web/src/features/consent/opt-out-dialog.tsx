import { Button, Group, Modal, Textarea } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../lib/call.ts'
import { tell, tellFailure } from '../../ui/tell.ts'

interface OptOutProps {
  readonly phone: string
  readonly name: string
  readonly isOpen: boolean
  readonly close: () => void
}

/** For an opt-out that was told on the phone or in person: it counts like a STOP. */
export function OptOutDialog({ phone, name, isOpen, close }: OptOutProps) {
  const [note, setNote] = useState('')
  const client = useQueryClient()
  const record = useMutation({
    mutationFn: () => call('recordOptOut', { body: { phone, note: note.trim() } }),
    onSuccess: () => {
      tell(`${name} gets no more texts.`, 'Opt-out recorded')
      // The composer goes at once, also where no event comes.
      void client.invalidateQueries({ queryKey: ['getConversation'] })
      close()
    },
    onError: error => tellFailure(error),
  })
  return (
    <Modal opened={isOpen} onClose={close} title={`Record that ${name} opted out`}>
      <form
        onSubmit={event => {
          event.preventDefault()
          record.mutate()
        }}
      >
        <p style={{ marginTop: 0 }}>
          No text can be sent to this number from then on. You cannot undo it: only their own START can.
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
            Record the opt-out
          </Button>
        </Group>
      </form>
    </Modal>
  )
}
