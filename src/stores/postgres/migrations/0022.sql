-- The last calls of each hour's group, one by one: what a person opens who asks why a call was refused.
alter table hour_counts add column recent jsonb not null default '[]';
