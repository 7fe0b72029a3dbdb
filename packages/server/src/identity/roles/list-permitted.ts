import { type Act, permissions } from './permissions.ts'
import { roleIn } from './role-in.ts'

/** Everything that a person may do in an advisor's account. */
export function listPermitted(place: { readonly personId: number; readonly advisorId: number }): Act[] {
  const role = roleIn(place)
  return (Object.keys(permissions) as Act[]).filter(act => permissions[act].includes(role))
}
