-- What a quote saw when its way was found, for a replay: pools, amounts and terms, compressed. Goes with its intent.
create table sights (
  id bigint primary key references intents on delete cascade,
  saw bytea not null
);
alter table sights alter column saw set storage external;
