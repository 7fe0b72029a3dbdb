import { readFile } from 'node:fs/promises'
import { type Policy, parsePolicy } from '@parley/evidence'
import type { PublicationPlace } from './publication-place.ts'

/**
 * The lines of the operator's policy that name witnesses and their quorum. Without a file there are none. Keys of the log, as in what
 * `parley log keys` prints, are left out: the published policy begins with them, and with a key twice nobody could read it.
 */
export async function readWitnessLines({
  policyFile,
}: Pick<PublicationPlace, 'policyFile'>): Promise<string> {
  if (policyFile === undefined) return 'quorum none\n'
  const policy = await readFile(policyFile, 'utf8')
  return policy.replace(/^log[ \t].*\n?/gm, '')
}

/** Throws if the file is not a policy. */
export const readWitnesses = async (place: Pick<PublicationPlace, 'policyFile'>): Promise<Policy> =>
  parsePolicy(Buffer.from(await readWitnessLines(place)))
