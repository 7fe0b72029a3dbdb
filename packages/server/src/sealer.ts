import { createOperatorServer, type Parts } from './app.ts'
import type { HttpServer } from './platform/http/server.ts'
import { readWitnesses, runSealer, serveLog } from './sealing/index.ts'

interface Sealer {
  /** Serves the operator endpoints and the published log. */
  readonly server: HttpServer
  /** Resolves when the running pass has finished. */
  stop(): Promise<void>
}

/** The parts of `parley sealer`. */
export async function startSealer(
  parts: Parts<'logOrigin' | 'logDirectory' | 'logKeyFile' | 'logPolicyFile'>,
): Promise<Sealer> {
  const { logOrigin: origin, logDirectory: directory, logKeyFile: keyFile, logPolicyFile } = parts.config
  const place = { origin, directory, keyFile, policyFile: logPolicyFile }
  const witnesses = logPolicyFile === undefined ? undefined : await readWitnesses(place)
  const server = createOperatorServer(parts)
  serveLog(server, directory)
  const sealer = runSealer({ ...parts, place, witnesses })
  return {
    server,
    stop: async () => {
      await sealer.stop()
      await server.close()
    },
  }
}
