// A server in a process of its own, for tests that open more connections than one process may hold.
import { startExampleServer } from './example-server.ts'

const { port } = await startExampleServer()
process.send?.(port)
process.once('disconnect', () => process.exit())
