-- When the block that pays the recipient was first seen: what callers wait for, and what durations are measured by. Ends before this have none.
alter table runs add column arrived_at_ms bigint;
