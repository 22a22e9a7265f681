-- Names of the last statements that spent units of a cycle, newest first: a process whose answer was lost finds out whether its own was carried out.
alter table usage add column marks text[] not null default '{}';
