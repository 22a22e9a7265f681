/** Accounts of projects, keys that replace each other, and the buckets that bound how often somebody may call. */
export const migration0004 = `
create table members (
  project_id integer not null references projects,
  account text not null,
  added_at_ms bigint not null,
  primary key (project_id, account)
);
create index members_by_account on members (account, project_id);

-- The key that took over when this one was rotated.
alter table access_keys add column replaced_by integer references access_keys;

-- A bucket fills with time and is emptied by calls. Unlogged: written for every few calls, and worth nothing after a crash,
-- where each bucket is full again. The asker's figures are kept because an upsert can only speak about columns.
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

-- What is in a bucket now. A clock that was read before another writer's is not allowed to take time back.
create function bucket_level(tokens double precision, at_us bigint, rate_per_s double precision, burst double precision, now_us bigint)
returns double precision language sql immutable parallel safe as
$$ select least(burst, tokens + greatest(0, now_us - at_us) / 1e6 * rate_per_s) $$;
`
