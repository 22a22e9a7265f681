-- When an item can no longer do what it is for: the contract refuses its batch from then on, so sending it would only cost gas.
alter table outbox add column last_at_ms bigint;
create index outbox_overdue on outbox (chain_id, last_at_ms) where attempt is null and not done and last_at_ms is not null;
