import { join } from 'node:path'
import { type ServiceProcess, startService } from '../common/service-process.ts'
import { type Copy, installation, secretKey } from './databases.ts'

interface ServiceOptions {
  readonly copy: Copy
  readonly publicOrigin: string
  readonly apiPorts: readonly number[]
  /** Undefined: no worker. */
  readonly workerPort?: number | undefined
  /** Default: `parley worker`. */
  readonly workerProgram?: readonly string[]
  readonly nodeArguments?: readonly string[]
  /** Where a sealer keeps its key and publishes the log. Undefined: no sealer. */
  readonly logFolder?: string | undefined
}

export interface Service {
  readonly origins: readonly string[]
  /** Metrics URLs of the api processes. */
  readonly metrics: readonly string[]
  readonly api: readonly number[]
  readonly worker: readonly number[]
  readonly sealer: readonly number[]
  readonly stop: () => Promise<void>
}

/** Starts the processes of an installation, with default settings where possible. */
export async function startInstallation(options: ServiceOptions): Promise<Service> {
  const { copy, publicOrigin, apiPorts, workerPort, workerProgram, nodeArguments, logFolder } = options
  const variables = {
    PARLEY_ENVIRONMENT: installation.environment,
    PARLEY_CELL: String(installation.cell),
    PARLEY_SECRET_KEY: secretKey.toString('base64'),
    DATABASE_URL: copy.appUrl,
    HOST: '127.0.0.1',
    PUBLIC_ORIGIN: publicOrigin,
    REDIS_URL: '',
  }
  const started: ServiceProcess[] = []
  const start = async (
    role: 'api' | 'worker' | 'sealer',
    port: Record<string, string>,
    program?: readonly string[],
  ): Promise<number> => {
    const service = await startService(role, { ...variables, ...port }, nodeArguments, program)
    started.push(service)
    return service.pid
  }
  const stop = async (): Promise<void> => {
    for (const service of started.splice(0).toReversed()) await service.stop()
  }
  try {
    const api: number[] = []
    for (const port of apiPorts)
      api.push(await start('api', { PORT: String(port), METRICS_PORT: String(port + 1) }))
    const worker = workerPort
      ? [await start('worker', { WORKER_PORT: String(workerPort) }, workerProgram)]
      : []
    const sealer = logFolder ? [await start('sealer', sealerSettings(copy, logFolder))] : []
    return {
      origins: apiPorts.map(port => `http://127.0.0.1:${port}`),
      metrics: apiPorts.map(port => `http://127.0.0.1:${port + 1}/metrics`),
      api,
      worker,
      sealer,
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

const sealerSettings = ({ sealerUrl }: Copy, folder: string): Record<string, string> => ({
  SEALER_DATABASE_URL: sealerUrl,
  SEALER_PORT: '0',
  LOG_ORIGIN: 'bench.parley.test/log',
  LOG_DIRECTORY: join(folder, 'published'),
  LOG_KEY_FILE: join(folder, 'key'),
})
