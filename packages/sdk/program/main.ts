import { runProgram } from './run-program.ts'

const stopping = new AbortController()
for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stopping.abort())
// Its reader is gone, as with head.
process.stdout.on('error', () => stopping.abort())

process.exitCode = await runProgram(process.argv.slice(2), {
  // oxlint-disable-next-line node/no-process-env -- the one place that reads it
  environment: process.env,
  print: line => void process.stdout.write(`${line}\n`),
  printError: line => void process.stderr.write(`${line}\n`),
  signal: stopping.signal,
})
