import type { AddressInfo } from 'node:net'
import { type Operation, operations } from '@parley/contract'
import type { DestinationStream } from 'pino'
import type { Caller, Guard } from '../src/http/guard.ts'
import { type Handler, type Input, route } from '../src/http/route.ts'
import { createHttpServer, type HttpServer } from '../src/http/server.ts'
import { createLogger, type LogLevel } from '../src/telemetry/logger.ts'

export const testOrigin = 'https://parley.test'

/** A guard that lets everybody in, for tests of what lies behind it. */
export const openGuard: Guard = {
  identify: async (): Promise<Caller> => ({
    advisorId: 1,
    applicationId: 1,
    scopes: new Set(Object.values<Operation>(operations).map(operation => operation.scope)),
  }),
  admit: async () => {},
}

export interface TestServerOptions {
  readonly guard?: Guard
  readonly logLevel?: LogLevel
  readonly logTo?: DestinationStream
}

/** The platform without a feature: bind operations with `bind`, then inject or listen. */
export function createTestServer(options: TestServerOptions = {}): HttpServer {
  const { guard = openGuard, logLevel = 'silent', logTo } = options
  return createHttpServer({ log: createLogger(logLevel, logTo), origin: testOrigin, guard })
}

/** Binds an operation of the contract to a handler that answers its own documented example. */
export function bindExample(
  app: HttpServer,
  operation: Operation,
  receive: (input: Input<Operation>) => void = () => {},
): void {
  const [example] = (operation.result as { examples?: unknown[] } | undefined)?.examples ?? [undefined]
  route(app, operation, (async input => {
    receive(input)
    return example
  }) as Handler<Operation>)
}

export async function listen(app: HttpServer): Promise<{ port: number; url: string }> {
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  return { port, url: `http://127.0.0.1:${port}` }
}
