import { createHash } from 'node:crypto'

/** Holders present the ids of artifacts, so only their hashes are stored. */
export const hashArtifactId = (id: string): string => createHash('sha256').update(id).digest('base64url')
