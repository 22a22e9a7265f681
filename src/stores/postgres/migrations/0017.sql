-- Rows of the ledger and the audit are never changed, and deleted only by a transaction that says so: the pruning of what the operator does not
-- keep any longer.
create or replace function never_changed() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('causeway.prunes', true) = 'yes' then return old; end if;
  raise exception 'rows of % are never changed', tg_table_name using errcode = 'CW002';
end $$;

-- For the references that are checked when old rows are deleted.
create index attempts_replaces on attempts (replaces) where replaces is not null;
create index outbox_by_attempt on outbox (attempt) where attempt is not null;
