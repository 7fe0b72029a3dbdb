-- A partner's own id of a contact, by which it upserts many at once.
alter table contact
  add column external_id text constraint external_id_is_not_empty check (external_id <> '');
create unique index contact_has_its_external_id_alone on contact (advisor_id, external_id)
  where external_id is not null;
