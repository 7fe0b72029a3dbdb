-- In the order in which a reply locks them: its text first, then the firm's words.

-- Not validated: every existing row satisfies the narrower check that this replaces.
alter table message drop constraint kind_is_known;
alter table message add constraint kind_is_known
  check (kind in ('text', 'consent_request', 'guidance', 'stop_confirmation', 'opt_in_confirmation', 'help')) not valid;

-- Whoever agrees to texts gets one that confirms it, in the firm's words. Firms that have decided nothing about it get this one.
alter table texting_policy
  add column opt_in_confirmation_text text not null
    default '{firm}: you agreed to texts from {advisor}. Message frequency varies. Message and data rates may apply. Reply HELP for help or STOP to opt out.'
    constraint opt_in_confirmation_text_is_given check (opt_in_confirmation_text <> '');
