import type { SealedStore } from '../secret-key/sealed-store.ts'
import { lockSealedFactors, replaceSealedFactors } from './queries.ts'

export const sealedFactors: SealedStore = {
  purpose: 'second factors',
  column: 'second_factor.encrypted_secret',
  start: '0',
  lockBatch: lockSealedFactors,
  replaceSealed: replaceSealedFactors,
}
