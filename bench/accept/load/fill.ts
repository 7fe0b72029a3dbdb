import { seedTextingPolicy } from '../../../packages/server/src/consent/policy/seed-texting-policy.ts'
import type { Database } from '../../../packages/server/src/platform/db/pool.ts'
import type { Shape } from './shape.ts'

/**
 * Inserts firms that require consent, advisors with a number each, and consenting members with contacts: all that a
 * send reads. The pace of the numbers is too high to limit the measured pipeline.
 */
export async function fill(owner: Database, shape: Shape, textsPerSecond: number): Promise<void> {
  const { rows: firms } = await owner.query<{ id: number }>(
    `insert into firm (name) select 'Firm ' || n from generate_series(1, $1::integer) as n returning id`,
    [shape.firms],
  )
  await seedTextingPolicy(
    owner,
    firms.map(({ id }) => id),
  )
  await owner.query(
    `insert into advisor (firm_id, identifier, name, email, time_zone)
     select firms.ids[1 + n % cardinality(firms.ids)], 'advisor-' || n, 'Advisor ' || n,
       'advisor-' || n || '@firm.test', 'America/New_York'
     from generate_series(0, $1::integer - 1) as n
     cross join (select array_agg(id order by id) as ids from firm) as firms
     order by n`,
    [shape.advisors],
  )
  await owner.query(`insert into texting_number (advisor_id, number)
    select id, '+1' || 2020000000 + row_number() over (order by id) from advisor`)
  await owner.query(
    'insert into lane (advisor_id, number, texts_per_second) select advisor_id, number, $1 from texting_number',
    [textsPerSecond],
  )
  // Neighbours belong to different advisors, as in real traffic. No number ends in 9…, special to the simulator.
  await owner.query(
    `insert into member (advisor_id, phone, consent, consent_version, consent_changed_at, has_accepted)
     select advisors.ids[1 + n % cardinality(advisors.ids)], '+1' || 3000000000 + n / 9000 * 10000 + n % 9000,
       'accepted', 2, statement_timestamp(), true
     from generate_series(0, $1::integer - 1) as n
     cross join (select array_agg(id order by id) as ids from advisor) as advisors
     order by n`,
    [shape.members],
  )
  await owner.query(`insert into contact (advisor_id, source, email_status, first_name, last_name, phone)
    select advisor_id, 4, 0, 'Maria', 'Member ' || id, phone from member order by id`)
  await owner.query(`insert into address_book (advisor_id, contact_count, group_count)
    select advisor_id, count(*), 0 from contact group by advisor_id`)
}
