import { Button, Group, Modal } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'

/** Asks before another page opens, or the browser closes this one, while changes are not saved. */
export function LeaveQuestion({ isDirty }: { readonly isDirty: boolean }) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => isDirty && current.pathname !== next.pathname,
    enableBeforeUnload: isDirty,
    withResolver: true,
  })
  if (blocker.status !== 'blocked') return null
  return (
    <Modal opened onClose={blocker.reset} title="Discard your changes?" size="sm">
      <p style={{ marginTop: 0 }}>Your changes on this page are not saved.</p>
      <Group justify="flex-end">
        <Button variant="default" onClick={blocker.proceed}>
          Discard
        </Button>
        <Button onClick={blocker.reset} data-autofocus>
          Keep editing
        </Button>
      </Group>
    </Modal>
  )
}
