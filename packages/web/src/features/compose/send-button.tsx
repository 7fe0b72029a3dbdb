import { Button } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'

interface SendButtonProps {
  readonly label: string
  readonly isEnabled: boolean
  readonly isSending: boolean
  readonly onSend: () => void
}

export function SendButton({ label, isEnabled, isSending, onSend }: SendButtonProps) {
  return (
    <Button leftSection={<IconSend size={17} />} disabled={!isEnabled} loading={isSending} onClick={onSend}>
      {label}
    </Button>
  )
}
