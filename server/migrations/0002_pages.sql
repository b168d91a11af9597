-- One page an account. The draft is edited, the published copy is what visitors see until the next publish.

create table pages (
    account_id text primary key not null references accounts (id) on delete cascade,
    -- Lower case: the address is the same in any case.
    username text not null unique,
    -- JSON of { profile, theme, tiles }.
    draft text not null,
    -- Starts at 1, grows by exactly 1 with every change of the draft. Edits compare and swap on it.
    version bigint not null,
    -- The draft as it was published, and the version it had then.
    published text,
    published_version bigint,
    published_at bigint,
    -- Grows with every publish, facts_serial with every fact filled in from outside: together the ETag.
    publish_serial bigint not null default 0,
    facts_serial bigint not null default 0,
    created_at bigint not null,
    updated_at bigint not null
);

-- The last hundred drafts: who made each, when and how.
create table history (
    account_id text not null references pages (account_id) on delete cascade,
    version bigint not null,
    at bigint not null,
    -- 'owner', 'key:<name>' or 'admin'.
    actor text not null,
    -- What was done, in one word: claim, import, replace, add, update, move, remove, theme, profile.
    act text not null,
    draft text not null,
    primary key (account_id, version)
);
