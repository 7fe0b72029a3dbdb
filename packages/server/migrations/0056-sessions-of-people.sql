-- Validated apart from adding them, so that sign-ins do not wait.
alter table app_session validate constraint app_session_is_of_person;
alter table passkey validate constraint passkey_is_of_person;
