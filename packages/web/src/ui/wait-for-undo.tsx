import { Button, Group } from '@mantine/core'
import { notifications } from '@mantine/notifications'

/** How long a text to many people can be undone. */
const undoMs = 8_000

/** The advisor pressed Undo. */
export class Undone extends Error {}

interface Undoable {
  /** Unique among pending actions. */
  readonly key: string
  readonly message: string
}

/**
 * Shows a notice with an Undo button. Resolves after some seconds, or at once when the page is left, because the action was
 * confirmed. Rejects with Undone.
 */
export function waitForUndo({ key, message }: Undoable): Promise<{ readonly isLeaving: boolean }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ readonly isLeaving: boolean }>()
  const leave = (): void => resolve({ isLeaving: true })
  const timer = setTimeout(() => resolve({ isLeaving: false }), undoMs)
  window.addEventListener('pagehide', leave)
  notifications.show({
    id: key,
    autoClose: false,
    withCloseButton: false,
    message: (
      <Group justify="space-between" wrap="nowrap">
        <span>{message}</span>
        <Button size="compact-sm" variant="light" flex="none" onClick={() => reject(new Undone())}>
          Undo
        </Button>
      </Group>
    ),
  })
  return promise.finally(() => {
    clearTimeout(timer)
    window.removeEventListener('pagehide', leave)
    notifications.hide(key)
  })
}
