import { createOperatorServer, type Parts } from './app.ts'
import type { HttpServer } from './platform/http/server.ts'
import { runSealer } from './sealing/index.ts'

interface Sealer {
  /** Serves the operator endpoints. */
  readonly server: HttpServer
  /** Resolves when the running pass has finished. */
  stop(): Promise<void>
}

/** The parts of `parley sealer`. */
export function startSealer(parts: Parts): Sealer {
  const server = createOperatorServer(parts)
  const sealer = runSealer(parts)
  return {
    server,
    stop: async () => {
      await sealer.stop()
      await server.close()
    },
  }
}
