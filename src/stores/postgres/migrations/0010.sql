-- Intents under way are leased before those that have ended and are only looked at for late deposits, and each project in its turn. A row that
-- cannot be read is set aside (`damaged` says why), so that the others of a lease go on.
alter table runs add column damaged text;
drop index runs_ready;
create index runs_ready_live on runs (project_id, ready_at_ms)
  where ready_at_ms is not null and damaged is null and status in ('COMMITTED', 'EXECUTING');
create index runs_ready_idle on runs (ready_at_ms)
  where ready_at_ms is not null and damaged is null and status not in ('COMMITTED', 'EXECUTING');
create index runs_damaged on runs (id) where damaged is not null;
create index runs_executing on runs (started_at_ms) where status = 'EXECUTING';

alter table outbox add column project_id integer;
update outbox o set project_id = i.project_id from intents i where i.id = o.intent and not o.done;
drop index outbox_pending;
create index outbox_pending on outbox (chain_id, project_id, id) where attempt is null and not done;
create index outbox_waiting on outbox (created_at_ms) where attempt is null and not done;

-- The numbers of transactions begin anew in a cluster that a dump was restored into. Only then `xact` of a row is changed (see `rebaseLog.ts`).
create or replace function kept_events() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('causeway.forgets_lapsed', true) = 'yes' then return old; end if;
  if tg_op = 'UPDATE' and current_setting('causeway.rebases_log', true) = 'yes' and to_jsonb(new) - 'xact' = to_jsonb(old) - 'xact' then
    return new;
  end if;
  raise exception 'rows of % are never changed', tg_table_name using errcode = 'CW002';
end $$;
