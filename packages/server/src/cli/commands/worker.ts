import { Command } from 'commander'
import { readConfig } from '../../config.ts'
import { createSimulator } from '../../simulator/index.ts'
import { type ProcessContext, runProcess } from '../run-process.ts'

export const workerCommand = (context: ProcessContext): Command =>
  new Command('worker')
    .summary('process texts, replies, schedules and jobs')
    .description(
      'Runs until SIGTERM or SIGINT, then finishes the running jobs.\nNeeds DATABASE_URL, and PARLEY_SECRET_KEY if carriers or webhooks are configured. Serves /healthz, /readyz and /metrics on HOST and WORKER_PORT.',
    )
    .action(async () => {
      // Loading this takes half a second, which --help should not cost.
      const { startWorker } = await import('../../worker.ts')
      await runProcess(
        {
          name: 'worker',
          settings: ['host', 'workerPort', 'jobConcurrency', 'simulatorUrl', 'webhookNetworks'],
          start: async parts => {
            const { config, database, log } = parts
            const worker = await startWorker(parts, {
              secretKeys: () => readConfig(['secretKey', 'formerSecretKeys']),
              createSimulator: () => createSimulator(config, database, log),
            })
            await worker.server.listen({ host: config.host, port: config.workerPort })
            return worker
          },
        },
        context,
      )
    })
