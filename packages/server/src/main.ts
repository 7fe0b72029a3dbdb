#!/usr/bin/env -S node --max-semi-space-size=64
import { enableCompileCache } from 'node:module'
import { readConfig } from './config.ts'

// Halves the time a command takes to start.
enableCompileCache()

/** Tracing must start before anything that it watches is loaded, so the rest is imported after it. */
async function startTracing(): Promise<() => Promise<void>> {
  const endpoint = tracingEndpoint()
  if (endpoint === undefined) return () => Promise.resolve()
  const tracing = await import('./telemetry/tracing.ts')
  return tracing.startTracing('parley', endpoint).stop
}

/** A mistake in the configuration is told by the command that needs it: help must work without one. */
function tracingEndpoint(): string | undefined {
  try {
    return readConfig(['tracingEndpoint']).tracingEndpoint
  } catch {
    return undefined
  }
}

const stopTracing = await startTracing()
const { runProgram } = await import('./cli/run-program.ts')
await runProgram(process.argv, { stopTracing })
