-- Who may sign in. Times are milliseconds since 1970; hashes are lower-case hex; truth values are 0 and 1:
-- SQLite and PostgreSQL read the same text.

create table accounts (
    -- 'a_' and random characters: never shown, never reused.
    id text primary key not null,
    -- Folded to lower case, so that one address has one account.
    email text not null unique,
    -- Argon2id in PHC form, parameters included.
    password text not null,
    -- 'free' or 'pro'; counts only where plans are gated.
    plan text not null default 'free',
    admin bigint not null default 0,
    -- Set while the account may neither edit nor publish.
    suspended_at bigint,
    created_at bigint not null
);

-- Facts about the instance itself. 'first_account' is written once: the insert decides who becomes admin.
create table instance (
    name text primary key not null,
    value text not null
);

-- A browser that is signed in. The cookie holds the secret, the table only its SHA-256.
create table sessions (
    hash text primary key not null,
    account_id text not null references accounts (id) on delete cascade,
    created_at bigint not null,
    -- Idle time counts from here; written at most every few minutes.
    seen_at bigint not null
);

create index sessions_of_account on sessions (account_id);

-- Ten-minute bearers that a signed-in browser page uses to call the API. They end with their session.
create table bearers (
    hash text primary key not null,
    session_hash text not null references sessions (hash) on delete cascade,
    account_id text not null references accounts (id) on delete cascade,
    expires_at bigint not null
);

create index bearers_by_end on bearers (expires_at);

-- Keys for scripts and agents, shown once, revoked by deleting the row.
create table api_keys (
    id text primary key not null,
    account_id text not null references accounts (id) on delete cascade,
    name text not null,
    hash text not null unique,
    created_at bigint not null,
    -- Written at most once a minute.
    used_at bigint
);

create index api_keys_of_account on api_keys (account_id);

-- Invitations, each good for one account.
create table invites (
    hash text primary key not null,
    created_at bigint not null,
    used_at bigint,
    used_by text
);
