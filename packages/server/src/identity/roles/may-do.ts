import type { Role } from '@parley/contract'
import { type Act, permissions } from './permissions.ts'

/** Whether one of these roles allows it. */
export const mayDo = (held: readonly Role[], act: Act): boolean =>
  permissions[act].some(role => held.includes(role))
