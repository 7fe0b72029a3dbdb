// Our client against our own SMSC in front of the simulator: the conformance suite of all carriers.

import { type CarrierHarness, describeConformance } from '../../../test/carriers/carrier-conformance.ts'
import { createTestDatabase } from '../../../test/database/database.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import { writeFromHandset } from '../../simulator/handsets/write-from-handset.ts'
import { serveSmppSimulator } from '../../simulator/serve-smpp-simulator.ts'
import { smppCredentials, smppReferenceTag } from '../../simulator/wire.ts'
import { createSmppCarrier } from './create-smpp-carrier.ts'
import type { SmppSettings } from './settings.ts'

const phones = {
  accepts: '+12025550123',
  'rejects for good': '+12025559005',
  'rejects for now': '+12025559006',
  throttles: '+12025559010',
  'loses the answer': '+12025559008',
} as const

async function createHarness(settings: Partial<SmppSettings>): Promise<CarrierHarness> {
  const { database, drop } = await createTestDatabase()
  const server = await serveSmppSimulator({ database, host: '127.0.0.1', port: 0, onFailure: () => {} })
  const setUp = async (isUp: boolean): Promise<void> => {
    await database.query('update simulator_setting set is_up = $1', [isUp])
  }
  return {
    connect: () =>
      createSmppCarrier(
        {
          name: 'smpp',
          host: '127.0.0.1',
          port: server.port,
          ...smppCredentials,
          referenceTag: smppReferenceTag,
          window: 100,
          timings: {
            answerTimeoutMs: 4_000,
            enquireLinkMs: 1_000,
            reconnectFirstMs: 20,
            reconnectMostMs: 200,
          },
          ...settings,
        },
        { onTrouble: () => {}, onFailure: () => {} },
      ),
    phones,
    taken: async () =>
      (await database.query('select reference, text from simulator_text where reference is not null')).rows,
    write: async ({ from, to, text }) => {
      await inTransaction(database, tx => writeFromHandset(tx, { phone: from, number: to, text }))
    },
    cutLink: () => setUp(false),
    restoreLink: () => setUp(true),
    close: async () => {
      await server.close()
      await drop()
    },
  }
}

describeConformance('SMPP with one bind', () => createHarness({}))

describeConformance('SMPP with two pairs of binds and long texts told by optional parameters', () =>
  createHarness({ bindAs: 'pair', binds: 2, window: 3, longTexts: 'sar' }),
)
