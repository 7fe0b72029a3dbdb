import { readFile } from 'node:fs/promises'
import { parseCertificates } from '@parley/evidence'
import type { TimestampAuthority } from './timestamping.ts'

/** Throws if the file contains no certificates. */
export const readTimestampAuthority = async (
  url: string,
  rootsFile: string,
): Promise<TimestampAuthority> => ({ url, roots: parseCertificates(await readFile(rootsFile)) })
