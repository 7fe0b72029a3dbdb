import type { Role } from '@parley/contract'
import { statement } from '../../platform/db/statement.ts'

export const insertRoles = statement<{ readonly role: Role }, [personId: number, roles: readonly Role[]]>(
  'insert_person_roles',
  `insert into person_role (person_id, role) select $1, unnest($2::text[]) on conflict do nothing returning role`,
)

export const deleteRole = statement<object, [personId: number, role: Role]>(
  'delete_person_role',
  'delete from person_role where person_id = $1 and role = $2 returning role',
)

/** Only within one firm. */
export const insertAssistance = statement<object, [advisorId: number, assistantId: number]>(
  'insert_assistant_advisor',
  `insert into assistant_advisor (advisor_id, assistant_id)
   select advisor.id, person.id from advisor join person on person.firm_id = advisor.firm_id
   where advisor.id = $1 and person.id = $2 on conflict do nothing returning advisor_id`,
)

export const deleteAssistance = statement<object, [advisorId: number, assistantId: number]>(
  'delete_assistant_advisor',
  'delete from assistant_advisor where advisor_id = $1 and assistant_id = $2 returning advisor_id',
)
