-- The content library: what advisors may pass on to their clients, shared with everyone or of one firm.

-- Whole words beside the stems that the configuration "english" makes, so that a word can be found while it is still
-- being typed: "retireme" begins no stem.
create text search dictionary english_word (template = pg_catalog.simple, stopwords = english);
create text search configuration english_words (copy = pg_catalog.simple);
alter text search configuration english_words alter mapping replace simple with english_word;

-- Audience and type stand in one index with the words, so that a search reads the rows that it answers and no others.
create extension if not exists btree_gin;

select create_id_sequence('content_item_id');
create table content_item (
  id bigint primary key default nextval('content_item_id'),
  -- Null: for everyone.
  firm_id bigint references firm,
  -- Who sees it as one value that an index can be asked for: the firm, or 0 for everyone.
  audience bigint not null generated always as (coalesce(firm_id, 0)) stored,
  published_at timestamptz(3) not null,
  -- Both are folded by the program, as it folds what is searched for. What is found is in the index alone; its order
  -- is by the words of the title, which a search reads for every match.
  title_words tsvector not null,
  words tsvector not null,
  content_type text not null constraint content_type_is_known
    check (content_type in ('WebContent', 'Emails', 'SocialPosts', 'Print', 'DownloadContent')),
  title text not null constraint title_is_given check (title <> ''),
  url text not null constraint url_is_of_the_web check (url ~ '^https?://'),
  summary text not null,
  -- What its source calls the item: an import that meets it again changes the row and adds none.
  source_key text not null constraint source_key_is_given check (source_key <> ''),
  constraint content_item_has_its_source_key_alone unique (audience, source_key)
);
create index content_item_newest on content_item (audience, published_at desc, id desc);
create index content_item_newest_of_type on content_item (audience, content_type, published_at desc, id desc);
-- Without fastupdate, which would leave it to a search to go through what was imported last.
create index content_item_by_words on content_item using gin (audience, content_type, words) with (fastupdate = off);
grant select, insert, update on content_item to parley_app;

-- How many there are, kept by every write, so that a page without a search counts nothing.
create table content_count (
  audience bigint not null,
  content_type text not null,
  item_count bigint not null constraint item_count_is_possible check (item_count >= 0),
  primary key (audience, content_type)
);
grant select on content_count to parley_app;

create function count_content() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'TRUNCATE' then
    delete from content_count;
    return null;
  end if;
  if tg_op <> 'INSERT' then
    update content_count set item_count = item_count - gone.number
    from (select audience, content_type, count(*) as number from old_item group by 1, 2) as gone
    where content_count.audience = gone.audience and content_count.content_type = gone.content_type;
  end if;
  if tg_op <> 'DELETE' then
    insert into content_count (audience, content_type, item_count)
    select audience, content_type, count(*) from new_item group by 1, 2 order by 1, 2
    on conflict (audience, content_type) do update
    set item_count = content_count.item_count + excluded.item_count;
  end if;
  return null;
end
$$;
revoke execute on function count_content() from public;

create trigger content_is_counted_in after insert on content_item
  referencing new table as new_item for each statement execute function count_content();
create trigger content_is_counted_anew after update on content_item
  referencing old table as old_item new table as new_item for each statement execute function count_content();
create trigger content_is_counted_out after delete on content_item
  referencing old table as old_item for each statement execute function count_content();
create trigger content_is_all_gone after truncate on content_item
  for each statement execute function count_content();
