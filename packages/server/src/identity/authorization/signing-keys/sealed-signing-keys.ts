import type { SealedStore } from '../../secret-key/sealed-store.ts'
import { lockSealedKeys, replaceSealedKeys } from '../queries.ts'

export const sealedSigningKeys: SealedStore = {
  purpose: 'signing keys',
  column: 'signing_key.encrypted_private_jwk',
  start: '',
  lockBatch: lockSealedKeys,
  replaceSealed: replaceSealedKeys,
}
