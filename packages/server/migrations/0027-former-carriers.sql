-- Which carriers a number went by before: only these, and the one it goes by now, may say that somebody agrees.
create table former_carrier_number (
  number text not null,
  carrier text not null references carrier,
  -- When the number went to another one, the last time.
  left_at timestamptz(3) not null default statement_timestamp(),
  primary key (number, carrier)
);
grant select, insert, update on former_carrier_number to parley_app;

-- When it was the default, for numbers that are given to no carrier, the last time.
alter table carrier add column default_until timestamptz(3);

-- What numbers went by before this is not known, so for now every carrier counts.
insert into former_carrier_number (number, carrier)
select distinct texting_number.number, carrier.name from texting_number cross join carrier;
