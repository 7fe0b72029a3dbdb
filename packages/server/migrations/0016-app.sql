-- The advisor's own app: who is signed in to it, what has been read, files on their way into the address book.

-- Who is signed in. Only the hash of what the browser holds is kept.
select create_id_sequence('app_session_id');
create table app_session (
  advisor_id bigint not null references advisor,
  id bigint not null default nextval('app_session_id'),
  token_hash bytea not null unique constraint token_hash_is_sha256 check (octet_length(token_hash) = 32),
  signed_in_at timestamptz(3) not null default statement_timestamp(),
  -- Moves once a minute at most.
  used_at timestamptz(3) not null default statement_timestamp(),
  expires_at timestamptz(3) not null,
  primary key (advisor_id, id)
);
create index app_session_by_expiry on app_session (expires_at);
grant select, insert, update (used_at, token_hash), delete on app_session to parley_app;

-- What the inbox knows of a conversation beyond its texts. Accepting a text does not touch it: replies, failures and
-- reading do. The order of the inbox is that of the messages themselves.
create table conversation (
  advisor_id bigint not null,
  member_id bigint not null,
  -- Replies after read_up_to, kept by whoever writes either.
  unread_count integer not null default 0 constraint unread_count_is_possible check (unread_count >= 0),
  read_up_to bigint not null default 0,
  read_at timestamptz(3),
  last_received_id bigint,
  -- The newest text that did not arrive. A later one may have.
  last_failed_id bigint,
  primary key (advisor_id, member_id),
  foreign key (advisor_id, member_id) references member
) with (fillfactor = 70);
create index conversation_unread on conversation (advisor_id, last_received_id, member_id) where unread_count > 0;
create index conversation_failed on conversation (advisor_id, last_failed_id, member_id)
  where last_failed_id is not null;
-- For live updates: what was read since.
create index conversation_by_reading on conversation (advisor_id, read_at) where read_at is not null;
grant select, insert, update on conversation to parley_app;

-- What was there before the app counts as read.
insert into conversation (advisor_id, member_id, read_up_to, last_received_id, last_failed_id)
select advisor_id, member_id, max(id), max(id) filter (where direction = 'in'),
  max(id) filter (where status in ('failed', 'undelivered'))
from message
group by advisor_id, member_id
having bool_or(direction = 'in' or status in ('failed', 'undelivered'));

-- An advisor's conversations by their latest text, in two ways. First by walking back through the texts: each is looked at
-- once to see whether a later one exists. For 10,000 conversations of ten texts a page takes 2 ms. It goes no further than
-- the walk allows: where a few people have written thousands of texts, a page might never be full. Hence the second way:
-- from member to member through the index, each with its latest text, 25 microseconds a conversation.
-- Planned as written, whatever the statistics say: an index that holds all it needs, sorted, costs twenty times as much.
create function walk_conversations(of_advisor bigint, before_id bigint, pattern text, walked integer, how_many integer)
  returns table (member_id bigint, message_id bigint)
  language sql stable set enable_sort = off set enable_bitmapscan = off as $$
  select text.member_id, text.id from (
    select message.id, message.member_id, message.phone from message
    where message.advisor_id = of_advisor and message.id < before_id order by message.id desc limit walked
  ) as text
  where (
    select true from message as later
    where later.advisor_id = of_advisor and later.member_id = text.member_id and later.id > text.id limit 1
  ) is null and (pattern is null or (
    select true from contact
    where contact.advisor_id = of_advisor and contact.phone = text.phone and contact.search_text like pattern limit 1
  ))
  order by text.id desc limit how_many
$$;
create function gather_conversations(of_advisor bigint, before_id bigint, pattern text, how_many integer)
  returns table (member_id bigint, message_id bigint)
  language sql stable set enable_bitmapscan = off as $$
  with recursive talker (member_id) as (
    (select message.member_id from message where message.advisor_id = of_advisor order by message.member_id limit 1)
    union all
    select (
      select message.member_id from message
      where message.advisor_id = of_advisor and message.member_id > talker.member_id
      order by message.member_id limit 1
    ) from talker where talker.member_id is not null
  )
  select talker.member_id, latest.id
  from talker cross join lateral (
    select message.id, message.phone from message
    where message.advisor_id = of_advisor and message.member_id = talker.member_id
    order by message.id desc limit 1
  ) as latest
  where latest.id < before_id and (pattern is null or (
    select true from contact
    where contact.advisor_id = of_advisor and contact.phone = latest.phone and contact.search_text like pattern limit 1
  ))
  order by latest.id desc limit how_many
$$;
revoke execute on function walk_conversations(bigint, bigint, text, integer, integer) from public;
revoke execute on function gather_conversations(bigint, bigint, text, integer) from public;
grant execute on function walk_conversations(bigint, bigint, text, integer, integer) to parley_app;
grant execute on function gather_conversations(bigint, bigint, text, integer) to parley_app;

-- Who has been asked and has not agreed.
create index member_awaiting_consent on member (advisor_id, consent_changed_at, id) where consent = 'pending';

-- What the journal tells of a contact, and the attempts to text a member that were refused. Partial, so that accepting a
-- text, which writes most of the journal, does not pay for it.
create index journal_by_subject on journal (advisor_id, subject_id, occurred_at, id)
  where kind in ('message.refused', 'contact.created', 'contact.changed', 'contact.groups_replaced');

-- The calendar looks at what was due between two moments.
create index schedule_firing_by_time on schedule_firing (advisor_id, due_at);

-- Files of contacts that an advisor has uploaded: what an import would do, and how far it has come. The import itself and its
-- progress are those of contact_import; the worker does it.
select create_id_sequence('contact_upload_id');
create table contact_upload (
  advisor_id bigint not null references advisor,
  id bigint not null default nextval('contact_upload_id'),
  file_name text not null constraint file_name_is_given check (file_name <> ''),
  -- Null once nobody needs it any more.
  bytes bytea,
  file_digest bytea not null constraint file_digest_is_sha256 check (octet_length(file_digest) = 32),
  -- For each column its title, the field it holds or null, and what stands in it in the first lines.
  columns jsonb not null,
  line_count integer not null,
  right_count integer not null,
  -- Line and mistake of the lines that give no contact, the first ten thousand.
  refusals jsonb not null,
  group_id bigint,
  state text not null default 'draft'
    constraint state_is_known check (state in ('draft', 'waiting', 'running', 'finished', 'failed')),
  -- Which import of this file it is, once it has begun.
  run integer,
  problem text,
  created_at timestamptz(3) not null default statement_timestamp(),
  finished_at timestamptz(3),
  primary key (advisor_id, id)
);
create index contact_upload_draft on contact_upload (created_at) where state = 'draft';
grant select, insert, update, delete on contact_upload to parley_app;

-- How a phone treats what a number sends it, where that was chosen. By both, because a number belongs to one advisor and a
-- phone to nobody: what one advisor tries out is not to be seen by another.
create table simulator_handset (
  phone text not null,
  number text not null,
  behaviour text not null
    constraint behaviour_is_known check (behaviour in ('delivers', 'fails', 'silent', 'slow')),
  primary key (phone, number)
);
grant select, insert, update, delete on simulator_handset to parley_app;
