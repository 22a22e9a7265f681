<<<<<<< HEAD
-- The last calls of each hour's group, one by one: what a person opens who asks why a call was refused.
alter table hour_counts add column recent jsonb not null default '[]';
=======
-- Names of the last statements that spent units of a cycle, newest first: a process whose answer was lost finds out whether its own was carried out.
alter table usage add column marks text[] not null default '{}';
>>>>>>> dc72134 (fix(server): give units back whose count was carried out without answer)
