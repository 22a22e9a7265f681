-- Intents that lapsed without a deposit are deleted after a while, and their events with them. Everything else in the log stays:
-- a row of `events` can be deleted only by a transaction that says so, and still never be changed.
create function kept_events() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('causeway.forgets_lapsed', true) = 'yes' then return old; end if;
  raise exception 'rows of % are never changed', tg_table_name using errcode = 'CW002';
end $$;
drop trigger events_rows on events;
create trigger events_rows before update or delete on events for each row execute function kept_events();

create index runs_lapsed on runs (finished_at_ms) where step = 'lapsed';
create index deliveries_of_intent on deliveries (intent);
create index deliveries_of_event on deliveries (event);
