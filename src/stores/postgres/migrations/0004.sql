-- Members of projects, and the token buckets that limit the rate of calls.

create table members (
  project_id integer not null references projects,
  account text not null,
  added_at_ms bigint not null,
  primary key (project_id, account)
);
create index members_by_account on members (account, project_id);

-- A bucket fills with time and is emptied by calls. Unlogged: it is written for every few calls, and after a crash each
-- bucket may start full. The requested figures are columns because `on conflict do update` can only name columns.
create unlogged table buckets (
  name text primary key,
  rate_per_s double precision not null,
  burst double precision not null,
  want integer not null,
  granted integer not null,
  tokens double precision not null,
  at_us bigint not null,
  full_at_us bigint not null
) with (fillfactor = 50);
create index buckets_by_age on buckets (full_at_us);

-- Tokens in a bucket at `now_us`. A writer whose clock reading is older than the row's adds nothing, instead of taking away.
create function bucket_level(tokens double precision, at_us bigint, rate_per_s double precision, burst double precision, now_us bigint)
returns double precision language sql immutable parallel safe as
$$ select least(burst, tokens + greatest(0, now_us - at_us) / 1e6 * rate_per_s) $$;
