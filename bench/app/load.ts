import type { Database } from '../../packages/server/src/platform/db/pool.ts'
import { load as loadBooks } from '../addressbook/load.ts'

export interface Size {
  /** Sizes for the advisor with the large book and inbox. */
  readonly contacts: number
  readonly conversations: number
  readonly texts: number
  /** Sizes for the advisor with few, long conversations. */
  readonly fewPeople: number
  readonly manyTexts: number
  readonly otherAdvisors: number
}

const contactsOfOthers = 10

export const sizeOf = (scale: number): Size => {
  const of = (count: number): number => Math.max(4, Math.round(count * scale))
  return {
    contacts: of(1_000_000),
    conversations: of(10_000),
    texts: of(100_000),
    fewPeople: Math.min(40, of(40)),
    manyTexts: of(80_000),
    otherAdvisors: of(1_000),
  }
}

/** Search words that match many contacts but no conversation: every conversation is checked in vain. */
export const neverTexted = { name: 'garcia', letters: 'zb' }

export interface Loaded {
  readonly large: number
  readonly few: number
  readonly others: readonly number[]
}

/** Finds the advisors in a loaded database. */
export async function findLoaded(owner: Database): Promise<Loaded> {
  const { rows } = await owner.query<{ id: number }>('select id from advisor order by id')
  const [large = 0, few = 0, ...others] = rows.map(({ id }) => id)
  return { large, few, others }
}

const addTexts = `
  with written as (
    insert into message (advisor_id, id, member_id, direction, kind, number, phone, text, consent_version, created_at)
    select $1, nextval('message_id'), member.id, case when drawn.n % 3 = 0 then 'in' else 'out' end, 'text',
      '+12025550100', member.phone, 'Good morning, the form you asked about is ready to sign. ' || drawn.n, 1, drawn.at
    from (
      select n, 1 + floor(random() * $3)::integer as place, now() - ($2 - n) * interval '30 seconds' as at
      from generate_series(1, $2::integer) as n offset 0
    ) as drawn
    join talker as member on member.place = drawn.place order by drawn.n
    returning id, direction, created_at
  )
  insert into delivery (advisor_id, message_id, updated_at, state)
  select $1, id, created_at, 5 from written where direction = 'out'`

interface Loading {
  readonly owner: Database
  readonly ownerUrl: string
  readonly size: Size
  readonly tell: (what: string) => void
}

/** Inserts directly into the tables, in chronological order. Only the newest texts have journal entries. */
export async function load({ owner, ownerUrl, size, tell }: Loading): Promise<Loaded> {
  const shape = {
    scale: 1,
    advisors: size.otherAdvisors + 2,
    contacts: size.contacts + contactsOfOthers * (size.otherAdvisors + 1),
    bigBook: size.contacts,
    contentItems: 100,
  }
  await loadBooks({ owner, ownerUrl, shape, tell })
  const client = await owner.connect()
  const run = async (text: string, values: unknown[] = []) => (await client.query(text, values)).rows
  try {
    await run('select setseed(0.5)')
    const { large, few, others } = await findLoaded(owner)
    await run(`insert into texting_number (advisor_id, number) values ($1, '+12025550100')`, [large])
    // Two of three have consented.
    await run(
      `update member set consent = 'accepted', has_accepted = true where advisor_id = $1 and id / 1024 % 3 > 0`,
      [large],
    )
    await run(
      `create temp table talker as select row_number() over (order by id) as place, id, phone from (
         select id, phone, row_number() over (order by id) as n, count(*) over () as members
         from member where advisor_id = $1 and not exists (
           select from contact where advisor_id = $1 and contact.phone = member.phone
             and concat(first_name, last_name, email_address) ~* '${neverTexted.name}|${neverTexted.letters}'
         )
       ) as member where n % greatest(1, members / $2::integer) = 0 limit $2`,
      [large, size.conversations],
    )
    await run(addTexts, [large, size.texts, size.conversations])
    await run(
      `insert into conversation (advisor_id, member_id, unread_count, read_up_to, last_received_id, last_failed_id)
       select message.advisor_id, member_id, case when place % 20 = 0 then 1 else 0 end, 0, max(message.id),
         case when place % 50 = 0 then max(message.id) end
       from message join talker on talker.id = message.member_id where message.advisor_id = $1
       group by message.advisor_id, member_id, place`,
      [large],
    )
    await run(
      `insert into delivery as there (advisor_id, message_id, updated_at, state)
       select advisor_id, last_failed_id, now(), 3 from conversation where advisor_id = $1 and last_failed_id is not null
       on conflict (advisor_id, message_id, part) do update set state = excluded.state`,
      [large],
    )
    await run(
      `update member set consent = 'pending', consent_changed_at = now() - place * interval '1 minute'
       from talker where member.advisor_id = $1 and member.id = talker.id and talker.place % 30 = 0`,
      [large],
    )
    await run('drop table talker')
    await run(
      `insert into member (advisor_id, phone) select $1, '+1' || (3000000000 + n) from generate_series(1, $2::integer) as n`,
      [few, size.fewPeople],
    )
    await run(
      `create temp table talker as select row_number() over (order by id) as place, id, phone
       from member where advisor_id = $1 order by id desc limit $2`,
      [few, size.fewPeople],
    )
    await run('update talker set place = place - (select min(place) from talker) + 1')
    await run(addTexts, [few, size.manyTexts, size.fewPeople])
    // Live updates scan the newest hour of all journals.
    await run(
      `insert into journal (advisor_id, occurred_at, kind, subject_id, head, facts, salts, digest)
       select id, now() - n * interval '30 seconds', 'message.accepted', n,
         '{"actor":{"kind":"advisor"}}', '{"memberId":1,"text":"Good morning","to":"+12025550123"}', sha256(''), sha256('')
       from advisor, generate_series(1, 120) as n`,
    )
    // Full vacuum for rewritten tables: otherwise half of an imported table would be empty space.
    await run('vacuum full member')
    await run('vacuum analyze')
    tell('inbox and texts')
    return { large, few, others }
  } finally {
    client.release()
  }
}
