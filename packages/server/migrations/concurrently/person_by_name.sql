create index concurrently person_by_name on person (firm_id, lower(name), id);
