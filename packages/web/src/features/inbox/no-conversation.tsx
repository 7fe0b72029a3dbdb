import { IconMessages } from '@tabler/icons-react'
import { commandKey } from '../../lib/command-key.ts'
import { Empty } from '../../ui/states.tsx'

export function NoConversation() {
  return (
    <Empty title="Choose a conversation" Icon={IconMessages}>
      Each conversation shows a person’s texts, replies and consent. Press <kbd>{commandKey}</kbd>{' '}
      <kbd>K</kbd> to find somebody.
    </Empty>
  )
}
