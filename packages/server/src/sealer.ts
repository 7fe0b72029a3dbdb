import { createOperatorServer, type Parts } from './app.ts'
import type { HttpServer } from './platform/http/server.ts'
import { runSealer, serveLog } from './sealing/index.ts'

interface Sealer {
  /** Serves the operator endpoints and the published log. */
  readonly server: HttpServer
  /** Resolves when the running pass has finished. */
  stop(): Promise<void>
}

/** The parts of `parley sealer`. */
export function startSealer(parts: Parts<'logOrigin' | 'logDirectory' | 'logKeyFile'>): Sealer {
  const { logOrigin: origin, logDirectory: directory, logKeyFile: keyFile } = parts.config
  const server = createOperatorServer(parts)
  serveLog(server, directory)
  const sealer = runSealer({ ...parts, place: { origin, directory, keyFile } })
  return {
    server,
    stop: async () => {
      await sealer.stop()
      await server.close()
    },
  }
}
