-- An import that failed and was discarded: nobody is at it, and the next one of the file goes on after its last line.
alter table contact_import add column abandoned_at timestamptz(3);
