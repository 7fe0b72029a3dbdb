-- Reading an address book in any order, by any part of a name, e-mail address or phone number.

-- Substrings by trigrams, within one advisor. Both come with PostgreSQL and the owner of a database may create them.
create extension if not exists pg_trgm;
create extension if not exists btree_gin;

-- A generated column may not build on another, so the full name is spelled out again.
-- Names in the order of their letters, whatever their case. By code point, because that order never changes: a newer
-- library of collations would leave the index sorted by the old one.
alter table contact
  add column sort_name text collate "C" not null
    generated always as (lower(
      coalesce(first_name || ' ' || last_name, first_name, last_name, email_address, phone)
        collate "und-x-icu"
    )) stored,
  add column sort_email text collate "C" not null
    generated always as (lower(coalesce(email_address, '') collate "und-x-icu")) stored,
  -- What a search looks into. The line ends keep a match within one field.
  add column search_text text not null
    generated always as (lower(
      (coalesce(first_name || ' ' || last_name, first_name, last_name, email_address, phone)
        || E'\n' || coalesce(nickname, '') || E'\n' || coalesce(email_address, '') || E'\n' || coalesce(phone, ''))
        collate "und-x-icu"
    )) stored;

-- One for each order the interface offers, so that a first page reads a page and no more.
create index contact_by_name on contact (advisor_id, sort_name, id);
create index contact_by_email on contact (advisor_id, sort_email, id);
create index contact_by_email_status on contact (advisor_id, email_status, id);
create index contact_by_group_count on contact (advisor_id, group_count, id);
create index contact_by_source on contact (advisor_id, source, id);
create index contact_by_creation on contact (advisor_id, created_at, id);
create index contact_by_change on contact (advisor_id, modified_at, id);
create index contact_by_text on contact using gin (advisor_id, search_text gin_trgm_ops);

alter table contact_group
  add column sort_name text collate "C" not null generated always as (lower(name collate "und-x-icu")) stored;
create index contact_group_by_name on contact_group (advisor_id, sort_name, id);
