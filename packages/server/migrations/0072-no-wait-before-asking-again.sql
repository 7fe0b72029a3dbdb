-- The partner interface enforces no wait between consent requests. Policies that firms have decided keep what they say.
alter table texting_policy alter column ask_again_after_hours set default 0;
