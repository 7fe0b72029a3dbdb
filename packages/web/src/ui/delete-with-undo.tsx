import { Button, Group } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useSyncExternalStore } from 'react'
import { tellFailure } from './tell.ts'

/** How long there is to think better of it. */
const undoMs = 6_000

interface Deletion {
  /** What it is, among everything that can be deleted. */
  readonly key: string
  readonly words: string
  /** Asks the service; `isLeaving`: the page is about to go. */
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

/** What is on its way out, and not shown any more. */
export const useGone = (): ReadonlySet<string> =>
  useSyncExternalStore(
    watcher => {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
    () => gone,
  )

/** Takes something off the screen at once, and deletes it unless the advisor thinks better of it. */
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
    tellFailure(error, 'It was not deleted')
  }
  waiting.delete(deletion.key)
  deletion.after()
  change()
}

// Whoever leaves the page has had the last word.
window.addEventListener('pagehide', () => {
  for (const { act } of waiting.values()) void act(true)
  waiting.clear()
})
