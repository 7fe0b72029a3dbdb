import { Command, InvalidArgumentError } from 'commander'
import { ConfigError } from '../../config/config-error.ts'
import { readConfig } from '../../config.ts'
import { serveSimulator, serveSmppSimulator } from '../../simulator/index.ts'
import { type ProcessContext, runProcess } from '../run-process.ts'

interface SimulatorOptions {
  readonly smppPort?: number
}

export const simulatorCommand = (context: ProcessContext): Command =>
  new Command('simulator')
    .summary('run the sandbox carrier as a separate process')
    .description(
      'Simulates a carrier until SIGTERM or SIGINT. Sandboxes only.\nNeeds DATABASE_URL. Listens on HOST and SIMULATOR_PORT; set SIMULATOR_URL to point the worker to it. Otherwise the simulator runs inside the worker, which is enough for a sandbox.',
    )
    .option(
      '--smpp-port <number>',
      'also listen for SMPP 3.4, with system id parley and password parley; 0 uses a free port',
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
    throw new InvalidArgumentError('Must be a port number.')
  }
  return port
}

function refuseProduction(): void {
  if (readConfig(['environment']).environment === 'sandbox') return
  throw new ConfigError(['PARLEY_ENVIRONMENT must be sandbox: texts to the simulator reach nobody'])
}
