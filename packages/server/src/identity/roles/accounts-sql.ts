/** Ids of the advisors for whom the person can act now, themselves first. For a statement that reads the table person. */
export const accountsOfPerson = `
  select own.id from advisor as own join person_role on person_role.person_id = own.id and role = 'advisor'
  where own.id = person.id and own.active
  union all
  select assisted.id from assistant_advisor
    join person_role on person_role.person_id = assistant_id and role = 'assistant'
    join advisor as assisted on assisted.id = assistant_advisor.advisor_id
  where assistant_id = person.id and assisted.active and assisted.firm_id = person.firm_id and assisted.id <> person.id`
