import { useState, useSyncExternalStore } from 'react'
import type { Chosen } from './chosen.ts'
import { noSchedule, type Schedule } from './schedule.ts'

export interface Draft {
  readonly text: string
  readonly schedule: Schedule
  /** Recipients, if the advisor chose any. */
  readonly chosen?: readonly Chosen[]
  /** Idempotency key of this draft, so that a retry after a lost response does not send twice. */
  readonly onceKey: string
}

/** Drafts, kept in memory while the page is open. Nothing is written to disk. */
const drafts = new Map<string, Draft>()
const watchers = new Set<() => void>()

const watch = (watcher: () => void): (() => void) => {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

function keep(name: string, draft: Draft | undefined): void {
  if (draft) drafts.set(name, draft)
  else drafts.delete(name)
  for (const watcher of watchers) watcher()
}

/** Whether there are unsent drafts. */
export const hasDrafts = (): boolean => [...drafts.values()].some(({ text }) => text.trim() !== '')

/** Signing out discards all drafts without asking. */
export function forgetDrafts(): void {
  drafts.clear()
  for (const watcher of watchers) watcher()
}

/** The draft and a function to change it. A changed draft gets a new key. */
export function useDraft(
  name: string,
  text = '',
): readonly [Draft, (change: Partial<Omit<Draft, 'onceKey'>>) => void] {
  const [blank] = useState((): Draft => ({ text, schedule: noSchedule, onceKey: crypto.randomUUID() }))
  const draft = useSyncExternalStore(watch, () => drafts.get(name)) ?? blank
  return [draft, change => keep(name, { ...draft, ...change, onceKey: crypto.randomUUID() })]
}

/** Adds words to a draft, below what is already there. */
export function addToDraft(name: string, words: string): void {
  const draft = drafts.get(name)
  const text = draft?.text.trim() ? `${draft.text.trimEnd()}\n\n${words}` : words
  keep(name, { schedule: noSchedule, ...draft, text, onceKey: crypto.randomUUID() })
}

/** Removes a sent draft, unless it was changed meanwhile. */
export function forgetDraft(name: string, sent: Draft): void {
  const text = drafts.get(name)?.text ?? ''
  const rest = text.startsWith(sent.text) ? text.slice(sent.text.length).trimStart() : text
  keep(name, rest === '' ? undefined : { text: rest, schedule: noSchedule, onceKey: crypto.randomUUID() })
}

/** Gives a refused draft a new key: the service keeps the old response for a day. */
export const renewDraft = (name: string, refused: Draft): void =>
  keep(name, { ...(drafts.get(name) ?? refused), onceKey: crypto.randomUUID() })
