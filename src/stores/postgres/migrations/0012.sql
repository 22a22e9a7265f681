-- Late payments are found by reading the transfers of each range of blocks once, for all ended intents and expired quotes of a chain.
create table payment_cursors (chain_id bigint primary key, block bigint not null, taken_at_ms bigint not null);
-- The address first: a payment names an address and no project. Searches name both.
drop index intents_by_origin_address;
drop index intents_by_destination_address;
create index intents_by_origin_address on intents (origin_address, project_id, created_at_ms desc, id desc);
create index intents_by_destination_address on intents (destination_address, project_id, created_at_ms desc, id desc);
create index expired_quotes_by_address on expired_quotes (origin_address);

-- An item that cannot be read is set aside like a run, so that the others are sent; `damaged` says why.
alter table outbox add column damaged text;
create index outbox_damaged on outbox (intent) where damaged is not null;
