-- What projects pay for relaying signed deposits, in place of a fee of their users. A row a project and day (UTC) counts what running intents
-- have set aside of the budget and what ended ones have spent; a row an intent says how much of which day is its own. Amounts are millionths
-- of a dollar.
create table sponsor_days (
  project_id integer not null references projects,
  day_ms bigint not null,
  held_micro_usd numeric(30) not null check (held_micro_usd >= 0),
  spent_micro_usd numeric(30) not null default 0 check (spent_micro_usd >= 0),
  deposits integer not null default 0,
  primary key (project_id, day_ms)
) with (fillfactor = 50);

create table sponsorships (
  intent bigint primary key references intents on delete cascade,
  project_id integer not null,
  day_ms bigint not null,
  held_micro_usd numeric(30) not null check (held_micro_usd >= 0),
  -- Null while the intent runs.
  spent_micro_usd numeric(30) check (spent_micro_usd between 0 and held_micro_usd)
);
