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

CREATE SEQUENCE public.advisor_id
    START WITH 1
    INCREMENT BY 1024
    NO MINVALUE
    MAXVALUE 9007199254740991
    CACHE 1;

CREATE TABLE public.advisor (
    id bigint DEFAULT nextval('public.advisor_id'::regclass) NOT NULL,
    firm_id bigint NOT NULL,
    identifier text NOT NULL,
    name text NOT NULL,
    email text NOT NULL,
    time_zone text NOT NULL,
    password_hash text,
    active boolean DEFAULT true NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT email_is_given CHECK ((email ~~ '%_@_%'::text)),
    CONSTRAINT identifier_is_plain CHECK ((identifier ~ '^[a-z0-9][a-z0-9._-]{0,63}$'::text)),
    CONSTRAINT name_is_given CHECK ((name <> ''::text))
);

CREATE SEQUENCE public.api_key_id
    START WITH 1
    INCREMENT BY 1024
    NO MINVALUE
    MAXVALUE 9007199254740991
    CACHE 1;

CREATE TABLE public.api_key (
    id bigint DEFAULT nextval('public.api_key_id'::regclass) NOT NULL,
    application_id bigint NOT NULL,
    hash bytea NOT NULL,
    hint text NOT NULL,
    rate_per_second integer NOT NULL,
    burst integer NOT NULL,
    daily_quota integer,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    revoked_at timestamp with time zone,
    CONSTRAINT burst_is_positive CHECK ((burst > 0)),
    CONSTRAINT quota_is_positive CHECK ((daily_quota > 0)),
    CONSTRAINT rate_is_positive CHECK ((rate_per_second > 0))
);

CREATE SEQUENCE public.application_id
    START WITH 1
    INCREMENT BY 1024
    NO MINVALUE
    MAXVALUE 9007199254740991
    CACHE 1;

CREATE TABLE public.application (
    id bigint DEFAULT nextval('public.application_id'::regclass) NOT NULL,
    client_id text NOT NULL,
    name text NOT NULL,
    redirect_uris text[] NOT NULL,
    scopes text[] NOT NULL,
    grant_types text[] NOT NULL,
    active boolean DEFAULT true NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT name_is_given CHECK ((name <> ''::text))
);

CREATE TABLE public.authorization_grant (
    advisor_id bigint NOT NULL,
    application_id bigint NOT NULL,
    grant_id text NOT NULL,
    scopes text[] NOT NULL,
    granted_at timestamp with time zone DEFAULT now() NOT NULL,
    revoked_at timestamp with time zone
);

CREATE TABLE public.client_secret (
    application_id bigint NOT NULL,
    hash bytea NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    expires_at timestamp with time zone
);

CREATE SEQUENCE public.firm_id
    START WITH 1
    INCREMENT BY 1024
    NO MINVALUE
    MAXVALUE 9007199254740991
    CACHE 1;

CREATE TABLE public.firm (
    id bigint DEFAULT nextval('public.firm_id'::regclass) NOT NULL,
    name text NOT NULL,
    active boolean DEFAULT true NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT name_is_given CHECK ((name <> ''::text))
);

CREATE TABLE public.firm_authorization (
    firm_id bigint NOT NULL,
    application_id bigint NOT NULL,
    granted_at timestamp with time zone DEFAULT now() NOT NULL,
    revoked_at timestamp with time zone
);

CREATE TABLE public.installation (
    cell integer NOT NULL,
    environment text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT cell_is_from_1_to_1023 CHECK (((cell >= 1) AND (cell <= 1023))),
    CONSTRAINT environment_is_known CHECK ((environment = ANY (ARRAY['sandbox'::text, 'production'::text])))
);

CREATE TABLE public.oauth_artifact (
    model text NOT NULL,
    id text NOT NULL,
    payload jsonb NOT NULL,
    grant_id text,
    uid text,
    expires_at timestamp with time zone,
    consumed_at timestamp with time zone
);

CREATE TABLE public.passkey (
    advisor_id bigint NOT NULL,
    credential_id text NOT NULL,
    public_key bytea NOT NULL,
    counter bigint NOT NULL,
    transports text[] NOT NULL,
    name text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    last_used_at timestamp with time zone
);

CREATE TABLE public.sign_in_failure (
    subject bytea NOT NULL,
    failures integer NOT NULL,
    last_failed_at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE public.signing_key (
    kid text NOT NULL,
    public_jwk jsonb NOT NULL,
    encrypted_private_jwk bytea NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    retired_at timestamp with time zone
);

CREATE TABLE public.texting_number (
    advisor_id bigint NOT NULL,
    number text NOT NULL,
    active boolean DEFAULT true NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT number_is_e164 CHECK ((number ~ '^\+[1-9][0-9]{7,14}$'::text))
);

ALTER TABLE ONLY public.advisor
    ADD CONSTRAINT advisor_identifier_key UNIQUE (identifier);

ALTER TABLE ONLY public.advisor
    ADD CONSTRAINT advisor_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.api_key
    ADD CONSTRAINT api_key_hash_key UNIQUE (hash);

ALTER TABLE ONLY public.api_key
    ADD CONSTRAINT api_key_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.application
    ADD CONSTRAINT application_client_id_key UNIQUE (client_id);

ALTER TABLE ONLY public.application
    ADD CONSTRAINT application_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.authorization_grant
    ADD CONSTRAINT authorization_grant_grant_id_key UNIQUE (grant_id);

ALTER TABLE ONLY public.authorization_grant
    ADD CONSTRAINT authorization_grant_pkey PRIMARY KEY (advisor_id, application_id, grant_id);

ALTER TABLE ONLY public.client_secret
    ADD CONSTRAINT client_secret_hash_key UNIQUE (hash);

ALTER TABLE ONLY public.client_secret
    ADD CONSTRAINT client_secret_pkey PRIMARY KEY (application_id, hash);

ALTER TABLE ONLY public.firm_authorization
    ADD CONSTRAINT firm_authorization_pkey PRIMARY KEY (firm_id, application_id);

ALTER TABLE ONLY public.firm
    ADD CONSTRAINT firm_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.oauth_artifact
    ADD CONSTRAINT oauth_artifact_pkey PRIMARY KEY (model, id);

ALTER TABLE ONLY public.passkey
    ADD CONSTRAINT passkey_credential_id_key UNIQUE (credential_id);

ALTER TABLE ONLY public.passkey
    ADD CONSTRAINT passkey_pkey PRIMARY KEY (advisor_id, credential_id);

ALTER TABLE ONLY public.sign_in_failure
    ADD CONSTRAINT sign_in_failure_pkey PRIMARY KEY (subject);

ALTER TABLE ONLY public.signing_key
    ADD CONSTRAINT signing_key_pkey PRIMARY KEY (kid);

ALTER TABLE ONLY public.texting_number
    ADD CONSTRAINT texting_number_pkey PRIMARY KEY (advisor_id, number);

CREATE INDEX advisor_by_firm ON public.advisor USING btree (firm_id);

CREATE UNIQUE INDEX advisor_email_is_unique ON public.advisor USING btree (lower(email));

CREATE INDEX api_key_by_application ON public.api_key USING btree (application_id);

CREATE UNIQUE INDEX installation_is_one_row ON public.installation USING btree ((true));

CREATE INDEX oauth_artifact_by_expiry ON public.oauth_artifact USING btree (expires_at) WHERE (expires_at IS NOT NULL);

CREATE INDEX oauth_artifact_by_grant ON public.oauth_artifact USING btree (grant_id) WHERE (grant_id IS NOT NULL);

CREATE UNIQUE INDEX oauth_artifact_by_uid ON public.oauth_artifact USING btree (model, uid) WHERE (uid IS NOT NULL);

CREATE INDEX sign_in_failure_by_age ON public.sign_in_failure USING btree (last_failed_at);

CREATE UNIQUE INDEX texting_number_has_one_advisor ON public.texting_number USING btree (number) WHERE active;

CREATE TRIGGER installation_is_final BEFORE DELETE OR UPDATE OR TRUNCATE ON public.installation FOR EACH STATEMENT EXECUTE FUNCTION public.reject_change();

ALTER TABLE public.installation ENABLE ALWAYS TRIGGER installation_is_final;

ALTER TABLE ONLY public.advisor
    ADD CONSTRAINT advisor_firm_id_fkey FOREIGN KEY (firm_id) REFERENCES public.firm(id);

ALTER TABLE ONLY public.api_key
    ADD CONSTRAINT api_key_application_id_fkey FOREIGN KEY (application_id) REFERENCES public.application(id);

ALTER TABLE ONLY public.authorization_grant
    ADD CONSTRAINT authorization_grant_advisor_id_fkey FOREIGN KEY (advisor_id) REFERENCES public.advisor(id);

ALTER TABLE ONLY public.authorization_grant
    ADD CONSTRAINT authorization_grant_application_id_fkey FOREIGN KEY (application_id) REFERENCES public.application(id);

ALTER TABLE ONLY public.client_secret
    ADD CONSTRAINT client_secret_application_id_fkey FOREIGN KEY (application_id) REFERENCES public.application(id);

ALTER TABLE ONLY public.firm_authorization
    ADD CONSTRAINT firm_authorization_application_id_fkey FOREIGN KEY (application_id) REFERENCES public.application(id);

ALTER TABLE ONLY public.firm_authorization
    ADD CONSTRAINT firm_authorization_firm_id_fkey FOREIGN KEY (firm_id) REFERENCES public.firm(id);

ALTER TABLE ONLY public.passkey
    ADD CONSTRAINT passkey_advisor_id_fkey FOREIGN KEY (advisor_id) REFERENCES public.advisor(id);

ALTER TABLE ONLY public.texting_number
    ADD CONSTRAINT texting_number_advisor_id_fkey FOREIGN KEY (advisor_id) REFERENCES public.advisor(id);

REVOKE ALL ON FUNCTION public.create_id_sequence(name text) FROM PUBLIC;

GRANT USAGE ON SEQUENCE public.advisor_id TO parley_app;

GRANT SELECT,INSERT,UPDATE ON TABLE public.advisor TO parley_app;

GRANT USAGE ON SEQUENCE public.api_key_id TO parley_app;

GRANT SELECT,INSERT,UPDATE ON TABLE public.api_key TO parley_app;

GRANT USAGE ON SEQUENCE public.application_id TO parley_app;

GRANT SELECT,INSERT,UPDATE ON TABLE public.application TO parley_app;

GRANT SELECT,INSERT,UPDATE ON TABLE public.authorization_grant TO parley_app;

GRANT SELECT,INSERT,UPDATE ON TABLE public.client_secret TO parley_app;

GRANT USAGE ON SEQUENCE public.firm_id TO parley_app;

GRANT SELECT,INSERT,UPDATE ON TABLE public.firm TO parley_app;

GRANT SELECT,INSERT,UPDATE ON TABLE public.firm_authorization TO parley_app;

GRANT SELECT ON TABLE public.installation TO parley_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.oauth_artifact TO parley_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.passkey TO parley_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.sign_in_failure TO parley_app;

GRANT SELECT,INSERT,UPDATE ON TABLE public.signing_key TO parley_app;

GRANT SELECT,INSERT,UPDATE ON TABLE public.texting_number TO parley_app;
