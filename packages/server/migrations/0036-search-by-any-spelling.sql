-- Contacts are found by any spelling of their names: José as jose, O’Connor as oconnor.

-- What a search compares: lower case, without accents and apostrophes. Letters that Unicode does not decompose are written as people
-- type them. Most names are ASCII and take the short way, at a tenth of the cost.
create function fold_text(given text) returns text language sql immutable parallel safe
return case
  when octet_length(given) = char_length(given) then
    translate(lower(given collate "C"), '''`', '') collate "default"
  else translate(
    replace(replace(replace(replace(
      normalize(
        regexp_replace(
          normalize(lower(given collate "und-x-icu") collate "default", nfd), '[\u0300-\u036f]', '', 'g'
        ),
        nfc
      ),
      'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'),
    -- Those without a counterpart are deleted.
    'øłđðħıς’‘ʼʻʹ′´''`', 'olddhiσ'
  ) collate "default"
end;
revoke execute on function fold_text(text) from public;
grant execute on function fold_text(text) to parley_app;

-- Rewrites the table, at about a minute for a million contacts. A STOP reads contacts and so cannot be recorded meanwhile; therefore
-- nothing is claimed for a carrier either. In the order in which a send locks them.
lock table contact in access exclusive mode;
lock table outbox in access exclusive mode;
alter table contact
  drop column search_text,
  -- The line ends keep a word within one field.
  add column search_text text not null generated always as (fold_text(
    coalesce(first_name || ' ' || last_name, first_name, last_name, email_address, phone)
      || E'\n' || coalesce(nickname, '') || E'\n' || coalesce(email_address, '') || E'\n' || coalesce(phone, '')
  )) stored;
create index contact_by_text on contact using gin (advisor_id, search_text gin_trgm_ops);

-- The lists of conversations look for several words, each in any place, and for the number itself where no contact has it. Those
-- that take one pattern stay until no process of an older version runs.
create function walk_conversations(
  of_advisor bigint, before_id bigint, patterns text[], walked integer, how_many integer
)
  returns table (member_id bigint, message_id bigint)
  language sql stable set enable_sort = off set enable_bitmapscan = off as $$
  select text.member_id, text.id from (
    select message.id, message.member_id, message.phone from message
    where message.advisor_id = of_advisor and message.id < before_id order by message.id desc limit walked
  ) as text
  where (
    select true from message as later
    where later.advisor_id = of_advisor and later.member_id = text.member_id and later.id > text.id limit 1
  ) is null and (patterns is null or text.phone like all (patterns) or (
    select true from contact
    where contact.advisor_id = of_advisor and contact.phone = text.phone and contact.search_text like all (patterns)
    limit 1
  ))
  order by text.id desc limit how_many
$$;
create function read_conversations(of_advisor bigint, before_id bigint, patterns text[], how_many integer)
  returns table (member_id bigint, message_id bigint)
  language sql stable set enable_sort = off set enable_bitmapscan = off as $$
  select talker.member_id, talker.id from (
    select latest.member_id, latest.id from (
      select distinct on (message.member_id) message.member_id, message.id from message
      where message.advisor_id = of_advisor order by message.member_id desc, message.id desc
    ) as latest
    -- Sorted before anybody's name is looked at, so that a page that is full ends it.
    where latest.id < before_id order by latest.id desc offset 0
  ) as talker
  where patterns is null or (
    select true from member
    where member.advisor_id = of_advisor and member.id = talker.member_id and (
      member.phone like all (patterns) or (
        select true from contact
        where contact.advisor_id = of_advisor and contact.phone = member.phone
          and contact.search_text like all (patterns) limit 1
      )
    )
  )
  order by talker.id desc limit how_many
$$;
create function gather_conversations(of_advisor bigint, before_id bigint, patterns text[], how_many integer)
  returns table (member_id bigint, message_id bigint)
  language sql stable set enable_sort = off set enable_bitmapscan = off as $$
  with recursive talker (member_id, id) as (
    (
      select message.member_id, message.id from message
      where message.advisor_id = of_advisor order by message.member_id desc, message.id desc limit 1
    )
    union all
    select next.member_id, next.id from talker cross join lateral (
      select message.member_id, message.id from message
      where message.advisor_id = of_advisor and message.member_id < talker.member_id
      order by message.member_id desc, message.id desc limit 1
    ) as next
  )
  select talker.member_id, talker.id from talker
  where talker.id < before_id and (patterns is null or (
    select true from member
    where member.advisor_id = of_advisor and member.id = talker.member_id and (
      member.phone like all (patterns) or (
        select true from contact
        where contact.advisor_id = of_advisor and contact.phone = member.phone
          and contact.search_text like all (patterns) limit 1
      )
    )
  ))
  order by talker.id desc limit how_many
$$;
revoke execute on function walk_conversations(bigint, bigint, text[], integer, integer) from public;
revoke execute on function read_conversations(bigint, bigint, text[], integer) from public;
revoke execute on function gather_conversations(bigint, bigint, text[], integer) from public;
grant execute on function walk_conversations(bigint, bigint, text[], integer, integer) to parley_app;
grant execute on function read_conversations(bigint, bigint, text[], integer) to parley_app;
grant execute on function gather_conversations(bigint, bigint, text[], integer) to parley_app;
