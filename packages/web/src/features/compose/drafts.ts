import { useState, useSyncExternalStore } from 'react'
import type { Chosen } from './recipient-picker.tsx'
import { noSchedule, type Schedule } from './schedule.ts'

export interface Draft {
  readonly text: string
  readonly schedule: Schedule
  /** Where the advisor chose somebody. */
  readonly chosen?: readonly Chosen[]
  /** One for every try of this draft, wherever it is shown: a text whose answer was lost is not sent twice. */
  readonly onceKey: string
}

/** What was begun and not sent, while the page is open. Nothing that somebody writes is kept on the disk. */
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

/** Whether somebody wrote something that is not sent. */
export const hasDrafts = (): boolean => [...drafts.values()].some(({ text }) => text.trim() !== '')

/** Whoever signs out wants nothing kept, and is not asked. */
export function forgetDrafts(): void {
  drafts.clear()
  for (const watcher of watchers) watcher()
}

/** The draft of this name, and how to change it. A draft that changes is another text. */
export function useDraft(
  name: string,
  text = '',
): readonly [Draft, (change: Partial<Omit<Draft, 'onceKey'>>) => void] {
  const [blank] = useState((): Draft => ({ text, schedule: noSchedule, onceKey: crypto.randomUUID() }))
  const draft = useSyncExternalStore(watch, () => drafts.get(name)) ?? blank
  return [draft, change => keep(name, { ...draft, ...change, onceKey: crypto.randomUUID() })]
}

/** It is sent. What was written on meanwhile stays. */
export function forgetDraft(name: string, sent: Draft): void {
  const text = drafts.get(name)?.text ?? ''
  const rest = text.startsWith(sent.text) ? text.slice(sent.text.length).trimStart() : text
  keep(name, rest === '' ? undefined : { text: rest, schedule: noSchedule, onceKey: crypto.randomUUID() })
}

/** It was refused. What is tried after this is another try: the answer to this one is kept for a day. */
export const renewDraft = (name: string, refused: Draft): void =>
  keep(name, { ...(drafts.get(name) ?? refused), onceKey: crypto.randomUUID() })
