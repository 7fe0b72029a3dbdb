import { Command } from 'commander'
import { serveSimulator } from '../carriers/index.ts'
import { ConfigError, readConfig } from '../config.ts'
import { type ProcessContext, runProcess } from './run-process.ts'

export const simulatorCommand = (context: ProcessContext): Command =>
  new Command('simulator')
    .summary('play the carrier of a sandbox, apart from the worker')
    .description(
      'Plays the carrier until it is told to stop by SIGTERM or SIGINT. Sandboxes only.\nNeeds DATABASE_URL. Listens on HOST and SIMULATOR_PORT; SIMULATOR_URL leads the worker there. Without it the simulator runs inside the worker, which is all that a sandbox needs.',
    )
    .action(() => {
      refuseProduction()
      return runProcess(
        {
          name: 'simulator',
          settings: ['host', 'simulatorPort'],
          start: async ({ config, database, log }) => {
            const server = await serveSimulator({
              database,
              host: config.host,
              port: config.simulatorPort,
              onFailure: error => log.warn({ err: error }, 'the simulator could not deliver'),
            })
            log.info(`Simulator listening at tcp://${config.host}:${server.port}`)
            return { stop: () => server.close() }
          },
        },
        context,
      )
    })

function refuseProduction(): void {
  if (readConfig(['environment']).environment === 'sandbox') return
  throw new ConfigError(['PARLEY_ENVIRONMENT must be sandbox: texts to the simulator reach nobody'])
}
