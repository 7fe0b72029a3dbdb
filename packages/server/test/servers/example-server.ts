import { type Operation, operations } from '@parley/contract'
import type { Input } from '../../src/platform/http/route.ts'
import type { HttpServer } from '../../src/platform/http/server.ts'
import { bindExample, createTestServer, listen, type TestServerOptions } from './http.ts'

export interface ExampleServer {
  readonly app: HttpServer
  readonly port: number
  /** Inputs that reached a handler, in order. */
  readonly inputs: Input<Operation>[]
}

/** A listening server with every operation of the contract, each returning its documented example. */
export async function startExampleServer(options: TestServerOptions = {}): Promise<ExampleServer> {
  const app = createTestServer(options)
  const inputs: Input<Operation>[] = []
  for (const operation of Object.values<Operation>(operations)) {
    bindExample(app, operation, input => inputs.push(input))
  }
  const { port } = await listen(app)
  return { app, port, inputs }
}
