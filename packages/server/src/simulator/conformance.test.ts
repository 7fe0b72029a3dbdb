import { type CarrierHarness, describeConformance } from '../../test/carriers/carrier-conformance.ts'
import { createTestDatabase } from '../../test/database/database.ts'
import type { Carrier } from '../carriers/carrier.ts'
import { inTransaction } from '../platform/db/in-transaction.ts'
import { writeFromHandset } from './handsets/write-from-handset.ts'
import { createLocalSimulator } from './local.ts'
import { createRemoteSimulator } from './remote.ts'
import { serveSimulator } from './serve-simulator.ts'

const phones = {
  accepts: '+12025550123',
  'rejects for good': '+12025559005',
  'rejects for now': '+12025559006',
  throttles: '+12025559010',
  'loses the answer': '+12025559008',
} as const

const onFailure = (): void => {}

type Shared = Awaited<ReturnType<typeof createTestDatabase>>

async function createHarness(
  prepare: (shared: Shared) => Promise<{ connect: () => Carrier; close: () => Promise<void> }>,
): Promise<CarrierHarness> {
  const shared = await createTestDatabase()
  const { database } = shared
  const side = await prepare(shared)
  const setUp = async (isUp: boolean): Promise<void> => {
    await database.query('update simulator_setting set is_up = $1', [isUp])
  }
  return {
    connect: side.connect,
    phones,
    taken: async () =>
      (await database.query('select reference, text from simulator_text where reference is not null')).rows,
    write: async ({ from, to, text }) => {
      await inTransaction(database, tx => writeFromHandset(tx, { phone: from, number: to, text }))
    },
    cutLink: () => setUp(false),
    restoreLink: () => setUp(true),
    close: async () => {
      await side.close()
      await shared.drop()
    },
  }
}

describeConformance('the simulator inside this process', () =>
  createHarness(async ({ database }) => ({
    connect: () => createLocalSimulator({ database, onFailure }),
    close: async () => {},
  })),
)

describeConformance('the simulator over a socket', () =>
  createHarness(async ({ database }) => {
    const server = await serveSimulator({ database, host: '127.0.0.1', port: 0, onFailure })
    return {
      connect: () => createRemoteSimulator({ url: `tcp://127.0.0.1:${server.port}`, onFailure }),
      close: () => server.close(),
    }
  }),
)
