import { createOperatorServer, type Parts } from './app.ts'
import type { Config } from './config.ts'
import type { HttpServer } from './platform/http/server.ts'
import { readTimestampAuthority, readWitnesses, runSealer, serveLog } from './sealing/index.ts'

interface Sealer {
  /** Serves the operator endpoints and the published log. */
  readonly server: HttpServer
  /** Resolves when the running pass has finished. */
  stop(): Promise<void>
}

/** Settings of the sealer beyond those of every process. */
export const sealerSettings = [
  'logOrigin',
  'logDirectory',
  'logKeyFile',
  'logPolicyFile',
  'logTimestampUrl',
  'logTimestampRootsFile',
] as const satisfies readonly (keyof Config)[]

/** The parts of `parley sealer`. */
export async function startSealer(parts: Parts<(typeof sealerSettings)[number]>): Promise<Sealer> {
  const { logOrigin: origin, logDirectory: directory, logKeyFile: keyFile, logPolicyFile } = parts.config
  const { logTimestampUrl: url, logTimestampRootsFile: rootsFile } = parts.config
  const place = { origin, directory, keyFile, policyFile: logPolicyFile }
  const witnesses = logPolicyFile === undefined ? undefined : await readWitnesses(place)
  const timestampAuthority =
    url === undefined || rootsFile === undefined ? undefined : await readTimestampAuthority(url, rootsFile)
  const server = createOperatorServer(parts)
  serveLog(server, directory)
  const sealer = runSealer({ ...parts, place, witnesses, timestampAuthority })
  return {
    server,
    stop: async () => {
      await sealer.stop()
      await server.close()
    },
  }
}
