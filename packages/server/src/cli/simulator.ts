import { Command, InvalidArgumentError } from 'commander'
import { serveSimulator, serveSmppSimulator } from '../carriers/index.ts'
import { ConfigError, readConfig } from '../config.ts'
import { type ProcessContext, runProcess } from './run-process.ts'

interface SimulatorOptions {
  readonly smppPort?: number
}

export const simulatorCommand = (context: ProcessContext): Command =>
  new Command('simulator')
    .summary('play the carrier of a sandbox, apart from the worker')
    .description(
      'Plays the carrier until it is told to stop by SIGTERM or SIGINT. Sandboxes only.\nNeeds DATABASE_URL. Listens on HOST and SIMULATOR_PORT; SIMULATOR_URL leads the worker there. Without it the simulator runs inside the worker, which is all that a sandbox needs.',
    )
    .option(
      '--smpp-port <number>',
      'listen for SMPP 3.4 as well, for system id parley with password parley; 0 takes a free port',
      portNumber,
    )
    .action(({ smppPort }: SimulatorOptions) => {
      refuseProduction()
      return runProcess(
        {
          name: 'simulator',
          settings: ['host', 'simulatorPort'],
          start: async ({ config, database, log }) => {
            const common = {
              database,
              host: config.host,
              onFailure: (error: unknown) => log.warn({ err: error }, 'the simulator could not deliver'),
            }
            const servers = [await serveSimulator({ ...common, port: config.simulatorPort })]
            log.info(`Simulator listening at tcp://${config.host}:${servers[0]?.port}`)
            if (smppPort !== undefined) {
              const smpp = await serveSmppSimulator({ ...common, port: smppPort })
              log.info(`Simulator listening at smpp://${config.host}:${smpp.port}`)
              servers.push(smpp)
            }
            return { stop: async () => void (await Promise.all(servers.map(server => server.close()))) }
          },
        },
        context,
      )
    })

function portNumber(text: string): number {
  const port = Number(text)
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new InvalidArgumentError('Give a port number.')
  }
  return port
}

function refuseProduction(): void {
  if (readConfig(['environment']).environment === 'sandbox') return
  throw new ConfigError(['PARLEY_ENVIRONMENT must be sandbox: texts to the simulator reach nobody'])
}
