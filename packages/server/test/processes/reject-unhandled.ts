// A process with a rejection that nothing handles. Prints that it is alive a moment later, and ends by itself.
import { setTimeout as sleep } from 'node:timers/promises'
import { stopWithGrace } from '../../src/cli/stop-with-grace.ts'
import { createLogger } from '../../src/platform/telemetry/logger.ts'

stopWithGrace({ shutdownGraceMs: 1_000, log: createLogger('info'), stop: async () => {} })
void Promise.reject(new RangeError('a text to +12025550123'))
await sleep(50)
process.stdout.write('still alive\n')
process.kill(process.pid, 'SIGTERM')
