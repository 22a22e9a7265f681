-- What is pruned is found by its age, oldest first: without these every sweep read all rows of the table to find that none was old enough.
create index events_by_age on events (at_ms);
create index outbox_by_age on outbox (created_at_ms) where done;
create index attempts_by_age on attempts (updated_at_ms) where state in ('confirmed', 'reverted', 'rejected', 'replaced');
create index runs_closed on runs (finished_at_ms) where due_at_ms is null and status in ('SUCCEEDED', 'FAILED');
create index audit_by_age on audit (at_ms);

-- Whose addresses on a chain are looked after: a chain with few of them is asked about each, whatever other chains have.
create index runs_looked_after_origin on runs (origin_chain_id)
  where due_at_ms is not null and damaged is null and status not in ('QUOTED', 'COMMITTED', 'EXECUTING');
create index runs_looked_after_destination on runs (destination_chain_id)
  where due_at_ms is not null and damaged is null and status not in ('QUOTED', 'COMMITTED', 'EXECUTING');
create index expired_quotes_by_chain on expired_quotes (origin_chain_id);
