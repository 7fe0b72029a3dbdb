/** Whether the account belongs to the person; null or false if not. Two conditions, each with an index. An account that was never handed over belongs to the person with its id. */
export const isHeldBy = (account: string, person: string): string =>
  `(${account}.id = ${person} and ${account}.holder_id is null or ${account}.holder_id = ${person})`

/** Ids of the accounts that the person holds. For a statement that reads the table person. */
export const accountsHeld = `
  select held.id from advisor as held join person_role on person_role.person_id = person.id and role = 'advisor'
  where ${isHeldBy('held', 'person.id')} and held.active`

/** Ids of the advisors for whom the person can act now, their own accounts first. For a statement that reads the table person. */
export const accountsOfPerson = `
  ${accountsHeld}
  union all
  select assisted.id from assistant_advisor
    join person_role on person_role.person_id = assistant_id and role = 'assistant'
    join advisor as assisted on assisted.id = assistant_advisor.advisor_id
  where assistant_id = person.id and assisted.active and assisted.firm_id = person.firm_id
    and coalesce(assisted.holder_id, assisted.id) <> person.id`
