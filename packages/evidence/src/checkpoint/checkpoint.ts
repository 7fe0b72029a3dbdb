import { type Note, parseNote } from '../note/note.ts'
import { parseTreeHead, type TreeHead } from '../tree/tree-head.ts'

/** A signed tree head (c2sp.org/tlog-checkpoint). */
export interface Checkpoint {
  readonly head: TreeHead
  readonly note: Note
}

export function parseCheckpoint(bytes: Uint8Array): Checkpoint {
  const note = parseNote(bytes)
  return { head: parseTreeHead(note.text), note }
}
