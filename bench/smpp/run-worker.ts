// node bench/smpp/run-worker.ts: `parley worker` with a carrier that speaks SMPP to the bench.
import { parseArgs } from 'node:util'
import { createSmppCarrier } from '../../packages/server/src/carriers/smpp/create-smpp-carrier.ts'
import { runProcess } from '../../packages/server/src/cli/run-process.ts'
import { startWorker } from '../../packages/server/src/worker.ts'
import { benchCarrier, linkOptions } from './link.ts'

const { values } = parseArgs({ options: linkOptions })
await runProcess(
  {
    name: 'worker',
    settings: ['host', 'workerPort', 'jobConcurrency', 'webhookNetworks'],
    start: async parts => {
      const { config, log } = parts
      const carrier = createSmppCarrier(benchCarrier(values), {
        onTrouble: why => log.warn({ why }, 'the link was lost'),
        onFailure: error => log.warn({ err: error }, 'could not process a receipt'),
      })
      // A sandbox without configured carriers uses its simulator; this carrier takes the simulator's place.
      const secretKeys = () => ({ secretKey: Buffer.alloc(0), formerSecretKeys: [] })
      const worker = await startWorker(parts, { secretKeys, createSimulator: () => carrier })
      await worker.server.listen({ host: config.host, port: config.workerPort })
      return worker
    },
  },
  { stopTracing: async () => {} },
)
