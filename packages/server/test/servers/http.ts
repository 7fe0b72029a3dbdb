import type { AddressInfo } from 'node:net'
import { type Operation, operations } from '@parley/contract'
import type { DestinationStream } from 'pino'
import type { Caller } from '../../src/platform/caller/caller.ts'
import type { Guard } from '../../src/platform/http/guard.ts'
import { type Handler, type Input, route } from '../../src/platform/http/route.ts'
import { createHttpServer, type HttpServer } from '../../src/platform/http/server.ts'
import { createLogger, type LogLevel } from '../../src/platform/telemetry/logger.ts'

export const testOrigin = 'https://parley.test'

/** A guard that accepts every caller, for tests of the code behind it. */
export const openGuard: Guard = {
  identify: async (): Promise<Caller> => ({
    advisorId: 1,
    applicationId: 1,
    scopes: new Set(Object.values<Operation>(operations).flatMap(({ scope }) => scope ?? [])),
  }),
  admit: async () => undefined,
}

export interface TestServerOptions {
  readonly guard?: Guard
  readonly logLevel?: LogLevel
  readonly logTo?: DestinationStream
  readonly trustedProxies?: readonly string[]
}

/** The platform without a feature: bind operations with `bind`, then inject or listen. */
export function createTestServer(options: TestServerOptions = {}): HttpServer {
  const { guard = openGuard, logLevel = 'silent', logTo, trustedProxies = [] } = options
  const log = createLogger(logLevel, logTo)
  return createHttpServer({ log, origin: testOrigin, guard, trustedProxies })
}

/** Binds an operation of the contract to a handler that returns its documented example. */
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
