import { IconMessages } from '@tabler/icons-react'
import { Empty } from '../../ui/states.tsx'

export function NoConversation() {
  return (
    <Empty title="Choose a conversation" Icon={IconMessages}>
      Texts, replies and consent of one person are kept together. Press <kbd>Ctrl</kbd> <kbd>K</kbd> to find
      somebody.
    </Empty>
  )
}
