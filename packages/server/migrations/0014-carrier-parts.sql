-- Long texts leave and arrive in parts, and a receipt may find its text by our reference.

-- What a carrier calls each part of a text that left in several: so many there are, and when all of them are delivered,
-- it is.
alter table carrier_message add column parts smallint not null default 1
  constraint parts_are_counted check (parts >= 1);
create index carrier_message_in_parts on carrier_message (advisor_id, message_id) where parts > 1;

-- Parts of replies, until the others have come or are given up. The journal has each from its arrival on.
create table inbound_part (
  advisor_id bigint not null,
  member_id bigint not null,
  -- The advisor's number, which was written to.
  number text not null,
  carrier text not null,
  -- What the parts of one text have in common.
  reference text not null,
  count smallint not null,
  part smallint not null,
  carrier_message_id text not null,
  -- UTF-16: a phone may cut a character that takes two units, and half of it is no text.
  words bytea not null,
  sent_at timestamptz(3) not null,
  received_at timestamptz(3) not null default statement_timestamp(),
  primary key (advisor_id, member_id, number, carrier, reference, count, part),
  foreign key (advisor_id, member_id) references member,
  constraint part_is_counted check (part between 1 and count)
);
-- For the worker, which alone looks at more than one advisor.
create index inbound_part_by_age on inbound_part (received_at);
grant select, insert, delete on inbound_part to parley_app;

-- Until its text is whole, a part has no message.
alter table inbound_text add column is_part boolean not null default false;
alter table inbound_text drop constraint text_has_one_home;
alter table inbound_text add constraint text_has_one_home
  check ((message_id is null) = (stray is not null or is_part) and not (stray is not null and is_part));

-- What a receipt tells beside the carrier's id of the text it is of, while nobody knows that id: the answer that named it
-- was lost, and the text is unconfirmed.
alter table receipt add column about jsonb;

-- A played carrier that is spoken to over SMPP tells of each part, and repeats the reference that the text came with.
alter table simulator_event add column part_ids text[], add column short_reference integer;
