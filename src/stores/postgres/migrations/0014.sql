-- What happened in each hour, for people who look: calls by project, operation and outcome, and answers of providers. Every process adds to it
-- once in a few seconds, so a call costs no statement of its own.
create table hour_counts (
  kind text not null,
  project_id integer not null,
  hour_ms bigint not null,
  subject text not null,
  outcome text not null,
  count bigint not null,
  units bigint not null,
  took_ms bigint not null,
  last_at_ms bigint not null,
  last_note text not null,
  primary key (kind, project_id, hour_ms, subject, outcome)
) with (fillfactor = 70);
create index hour_counts_by_age on hour_counts (hour_ms);

-- What an operator wants done with a transaction that is in no block; whoever holds the lane takes it.
create table lane_requests (
  chain_id bigint not null,
  signer bytea not null,
  nonce bigint not null,
  cancels boolean not null,
  requested_at_ms bigint not null,
  primary key (chain_id, signer, nonce)
);

-- The ledger only grows, so ranges of pages are ranges of time: this index is a few kB and costs an insert nothing.
create index ledger_by_time on ledger using brin (at_ms);
