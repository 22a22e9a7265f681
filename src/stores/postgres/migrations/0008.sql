-- Newest first is by time of creation, then row number: the clocks of several processes differ, so row numbers alone are not in
-- that order. Every index in the order of an answer follows it, and so does the copy of the time in `runs`, which drives searches by status.
alter table runs add column created_at_ms bigint;
update runs r set created_at_ms = i.created_at_ms from intents i where i.id = r.id;
alter table runs alter column created_at_ms set not null;

drop index intents_by_project;
drop index intents_by_owner;
drop index intents_by_recipient;
drop index intents_by_origin_address;
drop index intents_by_destination_address;
drop index intents_by_origin_token;
drop index intents_by_destination_token;
drop index intents_by_origin_symbol;
drop index intents_by_destination_symbol;
drop index intents_by_origin_chain;
drop index intents_by_destination_chain;
drop index runs_by_status;
drop index runs_recoverable;

create index intents_in_order on intents (created_at_ms desc, id desc);
create index intents_by_owner on intents (project_id, owner, created_at_ms desc, id desc);
create index intents_by_recipient on intents (project_id, recipient, created_at_ms desc, id desc);
create index intents_by_origin_address on intents (project_id, origin_address, created_at_ms desc, id desc);
create index intents_by_destination_address on intents (project_id, destination_address, created_at_ms desc, id desc);
create index intents_by_origin_token on intents (project_id, origin_token, created_at_ms desc, id desc);
create index intents_by_destination_token on intents (project_id, destination_token, created_at_ms desc, id desc);
create index intents_by_origin_symbol on intents (project_id, origin_symbol, created_at_ms desc, id desc);
create index intents_by_destination_symbol on intents (project_id, destination_symbol, created_at_ms desc, id desc);
create index intents_by_origin_chain on intents (project_id, origin_chain_id, created_at_ms desc, id desc);
create index intents_by_destination_chain on intents (project_id, destination_chain_id, created_at_ms desc, id desc);
create index runs_by_status on runs (project_id, status, created_at_ms desc, id desc);
create index runs_recoverable on runs (project_id, created_at_ms desc, id desc) where recoverable;
