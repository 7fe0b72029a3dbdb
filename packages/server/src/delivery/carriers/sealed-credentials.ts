import type { SealedStore } from '../../identity/index.ts'
import { lockSealedCredentials, replaceSealedCredentials } from './queries.ts'

export const sealedCredentials: SealedStore = {
  purpose: 'carrier credentials',
  column: 'carrier.encrypted_credentials',
  start: '',
  lockBatch: lockSealedCredentials,
  replaceSealed: replaceSealedCredentials,
}
