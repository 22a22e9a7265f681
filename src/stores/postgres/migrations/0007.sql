-- When the address of a quote that nobody committed is looked at next for money; null once it is
-- committed. `recoverable` is counted from now on also while a refund waits for its time.
alter table runs add column look_at_ms bigint;
update runs set look_at_ms = i.expires_at_ms from intents i where i.id = runs.id and runs.status = 'QUOTED';
create index runs_looked_at on runs (look_at_ms) where look_at_ms is not null;
