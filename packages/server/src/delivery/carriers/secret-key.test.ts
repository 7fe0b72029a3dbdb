// PARLEY_SECRET_KEY when carrier credentials are stored: it must be the workers' key.
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createTestDatabase } from '../../../test/database/database.ts'
import { createSecretKeys } from '../../../test/people/create-secret-keys.ts'
import { installation } from '../../../test/twilio/twilio-account.ts'
import type { SecretKeys } from '../../identity/index.ts'
import { rotateSigningKey } from '../../identity/index.ts'
import type { Database } from '../../platform/db/pool.ts'
import { addCarrier } from './add-carrier.ts'
import { changeCarrier } from './change-carrier.ts'
import { openCredentials } from './credentials.ts'
import { findCarrier } from './find-carrier.ts'

const [key, other] = [createSecretKeys(), createSecretKeys()]
const given = { systemId: 'us', password: 'secret' }
let database: Database
let drop: () => Promise<void>
beforeEach(async () => {
  const made = await createTestDatabase()
  database = made.database
  drop = made.drop
})
afterEach(() => drop())

const add = (name: string, secretKeys: SecretKeys): Promise<void> =>
  addCarrier(database, installation(secretKeys), {
    name,
    settings: { kind: 'smpp', host: 'smpp.example.com', port: 2775 },
    credentials: given,
    textsPerSecond: null,
    isDefault: false,
  })

const change = (name: string, secretKeys: SecretKeys, systemId?: string): Promise<void> =>
  changeCarrier(database, { ...installation(secretKeys), secretKeys: () => secretKeys }, name, {
    credentials: { systemId, password: 'another' },
  })

const opened = async (name: string, secretKeys: SecretKeys): Promise<object> => {
  const { encryptedCredentials } = await findCarrier(database, name)
  return openCredentials(encryptedCredentials ?? Buffer.alloc(0), name, secretKeys)
}

it('the key must open the signing key, from the first carrier on', async () => {
  const { kid } = await rotateSigningKey(database, key)
  await expect(add('acme', other)).rejects.toThrow(
    `PARLEY_SECRET_KEY cannot decrypt the signing key ${kid}. Use the one it was created with.`,
  )
  await expect(findCarrier(database, 'acme')).rejects.toThrow('There is no carrier acme.')
  await add('acme', key)
  await expect(change('acme', other, 'them')).rejects.toThrow('cannot decrypt the signing key')
  expect(await opened('acme', key)).toEqual(given)
})

it('the key must open a carrier’s credentials if there is no signing key yet', async () => {
  await add('acme', key)
  await expect(add('cloud', other)).rejects.toThrow('cannot decrypt the credentials of the carrier acme')
  await expect(change('acme', other, 'them')).rejects.toThrow('the credentials of the carrier acme')
  await add('cloud', key)
  expect(await opened('cloud', key)).toEqual(given)
})

it('the key can be replaced for the installation, with credentials re-entered one by one', async () => {
  await add('acme', key)
  await add('cloud', key)
  await rotateSigningKey(database, key)
  await rotateSigningKey(database, other, { afterSeconds: 0 })
  await expect(change('acme', other)).rejects.toThrow(
    'they were encrypted with an older key. Replace the system id as well.',
  )
  await change('acme', other, 'them')
  expect(await opened('acme', other)).toEqual({ systemId: 'them', password: 'another' })
  await change('cloud', other, 'them')
  await expect(change('cloud', key, 'us')).rejects.toThrow('cannot decrypt the signing key')
})
