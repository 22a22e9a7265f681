-- A version before this one may start on a newer database as long as nothing it uses was taken away: a migration that takes something away marks its row.
alter table migrations add column removes boolean not null default false;
