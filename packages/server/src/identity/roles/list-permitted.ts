import { appOperations, type Role } from '@parley/contract'
import { mayDo } from './may-do.ts'
import { type Act, permissions } from './permissions.ts'

/** Everything that a person may do in an account where they have this role. */
export const listPermitted = (role: 'advisor' | 'assistant'): Act[] =>
  (Object.keys(permissions) as Act[]).filter(act => permissions[act].includes(role))

/** Every operation on the firm that one of these roles allows. */
export const listPermittedInFirm = (held: readonly Role[]): string[] =>
  Object.values(appOperations).flatMap(operation =>
    'isOfFirm' in operation && mayDo(held, operation.id) ? [operation.id] : [],
  )
