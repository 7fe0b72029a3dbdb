import { createHash } from 'node:crypto'

/** SHA-256 of an entry's canonical JSON. */
export const digest = (canonicalEntry: string): Buffer => createHash('sha256').update(canonicalEntry).digest()
