import type { SealedStore } from '../../identity/index.ts'
import { lockSealedSecrets, replaceSealedSecrets } from './queries.ts'

export const sealedSecrets: SealedStore = {
  purpose: 'webhook secrets',
  column: 'webhook_secret.encrypted',
  start: '0',
  lockBatch: lockSealedSecrets,
  replaceSealed: replaceSealedSecrets,
}
