-- An import keeps a person of whom a value cannot be read, and recognizes people who are in the address book already.
alter table contact_import
  add column duplicate_count integer not null default 0
    constraint duplicate_count_is_possible check (duplicate_count >= 0);
alter table contact_upload
  add column duplicate_count integer not null default 0,
  -- Lines that would be imported without a value that cannot be read.
  add column doubt_count integer not null default 0,
  add column encoding text not null default 'utf-8';
