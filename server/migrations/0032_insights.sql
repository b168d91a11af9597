-- How the visits to an account's page are counted; without a row: counted, links plain, hours in UTC, no letter.
create table insights_settings (
    account_id text primary key not null references accounts (id) on delete cascade,
    -- 'on', 'off', or 'exact': links lead through this server.
    counting text not null,
    -- When counting was last switched on or off, ms; null where it never was.
    changed_at bigint,
    time_zone text not null,
    -- 1 where a letter is mailed every week.
    letter bigint not null,
    -- When the last one was mailed, ms.
    letter_at bigint
);
-- What was counted in an hour (hours since 1970, UTC), for 60 days.
create table insight_hours (
    account_id text not null references accounts (id) on delete cascade,
    hour bigint not null,
    -- What is counted: visits, presses, sources and so on, as docs/OPERATIONS.md lists them.
    dimension text not null,
    value text not null,
    n bigint not null,
    primary key (account_id, hour, dimension, value)
);
create index insight_hours_by_hour on insight_hours (hour);
-- The same by day (days since 1970, UTC), for 25 months.
create table insight_days (
    account_id text not null references accounts (id) on delete cascade,
    day bigint not null,
    dimension text not null,
    value text not null,
    n bigint not null,
    primary key (account_id, day, dimension, value)
);
create index insight_days_by_day on insight_days (day);
-- Until the end of the day (days since 1970, UTC): the salt of the day, and a sketch of each page's visitors, from which their
-- number is estimated. Backups, copies and exports leave both tables out.
create table insight_salts (
    day bigint primary key not null,
    salt text not null
);
create table insight_sketches (
    account_id text not null references accounts (id) on delete cascade,
    day bigint not null,
    sketch text not null,
    primary key (account_id, day)
);
create index insight_sketches_by_day on insight_sketches (day);
