// A server in a separate process, for tests that open more connections than one process can hold.
import { startExampleServer } from './example-server.ts'

const { port } = await startExampleServer()
process.send?.(port)
process.once('disconnect', () => process.exit())
