-- The drafts of a history differ in little: they are stored as differences from a whole draft, which is stored once.
create table history_snapshots (
    account_id text not null references pages (account_id) on delete cascade,
    -- The version of the draft, and when it was saved.
    version bigint not null,
    at bigint not null,
    -- JSON of { profile, theme, tiles }.
    draft text not null,
    primary key (account_id, version)
);

-- The version of the snapshot from which history.draft tells the difference; null where history.draft is a whole draft.
alter table history add column snapshot bigint;
