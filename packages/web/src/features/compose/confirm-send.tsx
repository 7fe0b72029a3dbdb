import { Button, Group, Text } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { Dialog } from '../../ui/dialog.tsx'

interface ConfirmProps {
  readonly verb: 'Send' | 'Schedule'
  readonly people: string
  readonly text: string
  readonly close: () => void
  readonly confirm: () => void
}

const shownCharacters = 200

/** Confirmation for a text to many people. Focus is on Go back, because the key that opened it may still be down. */
export function ConfirmSend({ verb, people, text, close, confirm }: ConfirmProps) {
  return (
    <Dialog close={close} title={`${verb} to ${people}?`}>
      <Text dir="auto" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }} c="dimmed" mb="lg">
        {text.length > shownCharacters ? `${text.slice(0, shownCharacters)}…` : text}
      </Text>
      <Group justify="flex-end">
        <Button variant="default" onClick={close} data-autofocus>
          Go back
        </Button>
        <Button leftSection={<IconSend size={17} />} onClick={confirm}>
          {`${verb} to ${people}`}
        </Button>
      </Group>
    </Dialog>
  )
}
