#!/usr/bin/env -S node --max-semi-space-size=64
import { enableCompileCache, setSourceMapsSupport } from 'node:module'

// Halves the start-up time of a command.
enableCompileCache()
// So that a stack trace of the bundle names lines of the source. Only for modules that are loaded from here on.
setSourceMapsSupport(true)

/** Tracing must start before the modules it instruments are loaded, so everything else is imported after it. */
async function startTracing(): Promise<() => Promise<void>> {
  const endpoint = await tracingEndpoint()
  if (endpoint === undefined) return () => Promise.resolve()
  const tracing = await import('./platform/telemetry/tracing.ts')
  return tracing.startTracing('parley', endpoint).stop
}

/** The command that needs the configuration reports errors in it, so that help works without one. */
async function tracingEndpoint(): Promise<string | undefined> {
  const { readConfig } = await import('./config.ts')
  try {
    return readConfig(['tracingEndpoint']).tracingEndpoint
  } catch {
    return undefined
  }
}

// As in `parley help | head`: a reader that has seen enough is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit()
})

const stopTracing = await startTracing()
const { runProgram } = await import('./cli/run-program.ts')
await runProgram(process.argv, { stopTracing })
