import { hash } from 'node:crypto'

/** SHA-256 of an entry's canonical JSON. */
export const digest = (canonicalEntry: string): Buffer => hash('sha256', canonicalEntry, 'buffer')
