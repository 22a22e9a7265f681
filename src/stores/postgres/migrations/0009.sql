-- A quote is one compressed value: the intent, its plan and its first legs. Rows of `transactions` are made when it leaves the step `quoted`.
-- `body` and `plan` remain for rows that were written before.
alter table intents add column packed bytea;
alter table intents alter column packed set storage external;
alter table intents alter column body drop not null;
alter table intents alter column plan drop not null;

-- Quotes that expired and that nobody committed: where they asked to be paid, and the quote itself, in case somebody pays late. They are no
-- intents any more: no search finds them, and a row here has 3 index entries where an intent has 20.
create table expired_quotes (
  id bigint primary key,
  project_id integer not null references projects,
  intent_id bytea not null,
  origin_chain_id bigint not null,
  origin_address bytea not null,
  origin_token bytea not null,
  created_at_ms bigint not null,
  expires_at_ms bigint not null,
  look_at_ms bigint not null,
  packed bytea not null
);
alter table expired_quotes alter column packed set storage external;
create unique index expired_quotes_by_intent_id on expired_quotes (intent_id);
create index expired_quotes_looked_at on expired_quotes (look_at_ms);
