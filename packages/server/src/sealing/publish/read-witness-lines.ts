import { readFile } from 'node:fs/promises'
import { type Policy, parsePolicy } from '@parley/evidence'
import type { PublicationPlace } from './publication-place.ts'

/** The lines of the operator's policy that name witnesses and their quorum. Without a file there are none. */
export const readWitnessLines = async ({
  policyFile,
}: Pick<PublicationPlace, 'policyFile'>): Promise<string> =>
  policyFile === undefined ? 'quorum none\n' : readFile(policyFile, 'utf8')

/** Throws if the file is not a policy. */
export const readWitnesses = async (place: Pick<PublicationPlace, 'policyFile'>): Promise<Policy> =>
  parsePolicy(Buffer.from(await readWitnessLines(place)))
