-- What the migrations add up to: written by npm run generate, never by hand.

CREATE FUNCTION public.create_id_sequence(name text) RETURNS void
    LANGUAGE plpgsql
    AS $$
begin
  execute format(
    'create sequence %I as bigint start with %s increment by 1024 maxvalue 9007199254740991 no cycle',
    name, (select cell from installation)
  );
  execute format('grant usage on sequence %I to parley_app', name);
end
$$;

CREATE FUNCTION public.reject_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  raise exception '% refuses %: its rows are final', tg_table_name, lower(tg_op)
    using errcode = 'integrity_constraint_violation';
end
$$;

CREATE TABLE public.installation (
    cell integer NOT NULL,
    environment text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT cell_is_from_1_to_1023 CHECK (((cell >= 1) AND (cell <= 1023))),
    CONSTRAINT environment_is_known CHECK ((environment = ANY (ARRAY['sandbox'::text, 'production'::text])))
);

CREATE UNIQUE INDEX installation_is_one_row ON public.installation USING btree ((true));

CREATE TRIGGER installation_is_final BEFORE DELETE OR UPDATE OR TRUNCATE ON public.installation FOR EACH STATEMENT EXECUTE FUNCTION public.reject_change();

ALTER TABLE public.installation ENABLE ALWAYS TRIGGER installation_is_final;

REVOKE ALL ON FUNCTION public.create_id_sequence(name text) FROM PUBLIC;

GRANT SELECT ON TABLE public.installation TO parley_app;
