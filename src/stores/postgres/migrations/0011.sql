-- How long intents take depends on the way, not only on the chains: the providers in route order, joined by commas. Rows from before have none.
alter table runs add column route text;
drop index runs_durations;
create index runs_durations on runs (origin_chain_id, destination_chain_id, route, finished_at_ms desc) where step = 'succeeded';
