import { Command } from 'commander'
import { createSimulator } from '../carriers/index.ts'
import { readConfig } from '../config.ts'
import { type ProcessContext, runProcess } from './run-process.ts'

export const workerCommand = (context: ProcessContext): Command =>
  new Command('worker')
    .summary('do what happens later: texts to carriers, replies, schedules, jobs')
    .description(
      'Works until it is told to stop by SIGTERM or SIGINT, and then finishes the jobs under way.\nNeeds DATABASE_URL, and PARLEY_SECRET_KEY where carriers are configured. Answers /healthz, /readyz and /metrics on HOST and WORKER_PORT.',
    )
    .action(async () => {
      // Half a second that the help does not need.
      const { startWorker } = await import('../worker.ts')
      await runProcess(
        {
          name: 'worker',
          settings: ['host', 'workerPort', 'jobConcurrency', 'simulatorUrl'],
          start: async parts => {
            const { config, database, log } = parts
            const worker = await startWorker(parts, {
              secretKey: () => readConfig(['secretKey']).secretKey,
              createSimulator: () => createSimulator(config, database, log),
            })
            await worker.server.listen({ host: config.host, port: config.workerPort })
            return worker
          },
        },
        context,
      )
    })
