import type { SealedStore } from '../../secret-key/sealed-store.ts'
import { lockSealedSecrets, replaceSealedSecrets } from './queries.ts'

export const sealedClientSecrets: SealedStore = {
  purpose: 'firm sign-in',
  column: 'firm_sign_in.encrypted_client_secret',
  start: '0',
  lockBatch: lockSealedSecrets,
  replaceSealed: replaceSealedSecrets,
}
