import { LogDirectory } from './log-directory.ts'

/** The public keys of the log, as it publishes them. Undefined before the sealer has started for the first time. */
export async function readPublishedPolicy(directory: string): Promise<string | undefined> {
  return (await new LogDirectory(directory).readPolicy())?.toString('utf8')
}
