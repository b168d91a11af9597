-- A link that leads nowhere, for its owners alone; all null while it leads somewhere.
-- The HTTP status that it answers, 0 where nothing answers.
alter table facts add column dead_status bigint;
-- When it was first found so.
alter table facts add column dead_since bigint;
-- On how many days in a row it was, and when it was last counted.
alter table facts add column dead_days bigint;
alter table facts add column dead_counted_at bigint;
