-- What the history says of each draft, the events of each page, and the calls that must not happen twice.

-- What changed, in one line; empty for drafts made before this was written down.
alter table history add column summary text not null default '';

-- Serial of the newest event of the page. It goes on where it was when a page is deleted and made again.
alter table pages add column event_serial bigint not null default 0;

-- What happened to an account's page, for those who watch: the last of them, written with the change itself.
create table events (
    account_id text not null references accounts (id) on delete cascade,
    serial bigint not null,
    at bigint not null,
    -- 'draft', 'publish', 'unpublish' or 'delete'.
    kind text not null,
    -- The draft's version after it.
    version bigint not null,
    -- 'owner', 'key:<name>', 'client:<name>' or 'admin'.
    actor text not null,
    -- As in the history, or publish, unpublish, delete.
    act text not null,
    summary text not null,
    -- 1 while the draft differs from what is live.
    unpublished bigint not null,
    primary key (account_id, serial)
);

-- Replies to calls that brought an Idempotency-Key, kept for a day: a repeat hears them again and changes nothing.
create table replays (
    account_id text not null references accounts (id) on delete cascade,
    key text not null,
    -- SHA-256 of method, path and body.
    call text not null,
    status bigint not null,
    etag text not null,
    body text not null,
    at bigint not null,
    primary key (account_id, key)
);

-- Names of deleted pages, kept for whoever had them, so that nobody else answers to old links.
create table held_names (
    username text primary key not null,
    account_id text not null,
    until bigint not null
);
