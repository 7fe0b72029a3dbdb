-- The ground that every later migration stands on. parley_owner runs the migrations and owns everything;
-- parley_app, as which the service connects, gets what each migration grants it and nothing more.

revoke create on schema public from public;

do $$
begin
  execute format('revoke all on database %I from public', current_database());
  execute format('grant connect on database %I to parley_app', current_database());
end
$$;

grant select on schema_migration to parley_app;

create function reject_change() returns trigger language plpgsql as $$
begin
  raise exception '% refuses %: its rows are final', tg_table_name, lower(tg_op)
    using errcode = 'integrity_constraint_violation';
end
$$;

-- What this database is. Ids and messages of one environment or cell must never be taken for those of another.
create table installation (
  cell integer not null constraint cell_is_from_1_to_1023 check (cell between 1 and 1023),
  environment text not null constraint environment_is_known check (environment in ('sandbox', 'production')),
  created_at timestamptz not null default now()
);

create unique index installation_is_one_row on installation ((true));

create trigger installation_is_final before update or delete or truncate on installation
  for each statement execute function reject_change();
alter table installation enable always trigger installation_is_final;

-- Set by the program that migrates.
insert into installation (cell, environment)
  values (current_setting('parley.cell')::integer, current_setting('parley.environment'));

grant select on installation to parley_app;

-- Ids step by 1024 from the cell's number, so that no two cells ever give the same one and an advisor can be moved.
-- They end where JavaScript stops counting exactly.
create function create_id_sequence(name text) returns void language plpgsql as $$
begin
  execute format(
    'create sequence %I as bigint start with %s increment by 1024 maxvalue 9007199254740991 no cycle',
    name, (select cell from installation)
  );
  execute format('grant usage on sequence %I to parley_app', name);
end
$$;

revoke execute on function create_id_sequence(text) from public;
