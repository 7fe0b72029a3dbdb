import { Button, Group } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useSyncExternalStore } from 'react'
import { showFailure } from './tell.ts'

/** Time to undo. */
const undoMs = 6_000

interface Deletion {
  /** Unique key of the deleted item. */
  readonly key: string
  readonly words: string
  /** Title of the notice if the request fails. */
  readonly failed?: string
  /** Sends the request; `isLeaving`: the page is being closed. */
  readonly act: (isLeaving: boolean) => Promise<unknown>
  readonly after: () => void
}

const waiting = new Map<string, Deletion>()
const watchers = new Set<() => void>()
let gone: ReadonlySet<string> = new Set()

function change(): void {
  gone = new Set(waiting.keys())
  for (const watcher of watchers) watcher()
}

/** Items being deleted, which are no longer shown. */
export const usePendingDeletions = (): ReadonlySet<string> =>
  useSyncExternalStore(
    watcher => {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
    () => gone,
  )

/** Hides an item at once and deletes it unless the advisor presses Undo. */
export function deleteWithUndo(deletion: Deletion): void {
  const { key, words } = deletion
  waiting.set(key, deletion)
  change()
  const timer = setTimeout(() => void carryOut(deletion), undoMs)
  notifications.show({
    id: key,
    autoClose: undoMs,
    withCloseButton: false,
    message: (
      <Group justify="space-between" wrap="nowrap">
        <span>{words}</span>
        <Button
          size="compact-sm"
          variant="light"
          flex="none"
          onClick={() => {
            clearTimeout(timer)
            waiting.delete(key)
            change()
            notifications.hide(key)
          }}
        >
          Undo
        </Button>
      </Group>
    ),
  })
}

async function carryOut(deletion: Deletion): Promise<void> {
  if (waiting.get(deletion.key) !== deletion) return
  try {
    await deletion.act(false)
  } catch (error) {
    showFailure(error, deletion.failed ?? 'Not deleted')
  }
  waiting.delete(deletion.key)
  deletion.after()
  change()
}

// Leaving the page confirms the deletion.
window.addEventListener('pagehide', () => {
  for (const { act } of waiting.values()) void act(true)
  waiting.clear()
})
