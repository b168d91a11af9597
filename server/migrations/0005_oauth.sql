-- Programs that act for people: who they say they are, what they were allowed, and the codes and tokens that prove it.
-- Secrets are kept as their SHA-256 alone.

create table oauth_clients (
    -- 'c_' and random characters for a program that registered; its own address for one with a metadata document.
    id text primary key not null,
    -- What it calls itself, cleaned of what people can't see.
    name text not null,
    -- JSON array of the addresses that codes may be sent to.
    redirects text not null,
    -- 1 when it takes refresh tokens.
    refresh bigint not null,
    created_at bigint not null,
    -- When its metadata document was last read; null for one that registered.
    read_at bigint,
    -- When somebody last allowed it; null while nobody has.
    used_at bigint
);

-- What an account allowed a program: one row for each, however often it signs in.
create table oauth_grants (
    id text primary key not null,
    account_id text not null references accounts (id) on delete cascade,
    client_id text not null,
    -- The client's name, made unique among the account's connections: the history tells them apart by it.
    name text not null,
    -- 0 while the owner keeps publishing to themselves.
    publish bigint not null default 1,
    created_at bigint not null,
    -- Written at most once a minute.
    used_at bigint,
    -- When it last wanted to publish and might not; null once the owner has answered.
    asked_at bigint,
    unique (account_id, client_id)
);

create table oauth_codes (
    hash text primary key not null,
    grant_id text not null references oauth_grants (id) on delete cascade,
    redirect text not null,
    -- S256, as the client sent it.
    challenge text not null,
    resource text not null,
    scope text not null,
    expires_at bigint not null,
    -- Set by whoever comes first, with the family of the tokens they got; a second one ends that family.
    spent_at bigint,
    family text
);

create index oauth_codes_of_grant on oauth_codes (grant_id);

create table oauth_tokens (
    hash text primary key not null,
    grant_id text not null references oauth_grants (id) on delete cascade,
    -- All tokens that descend from one code.
    family text not null,
    -- 'access' or 'refresh'.
    kind text not null,
    resource text not null,
    scope text not null,
    expires_at bigint not null,
    -- When the family ends at the latest.
    family_ends bigint not null,
    -- Of a refresh token: when it was turned into new ones, and the salt they were drawn with.
    spent_at bigint,
    salt text
);

create index oauth_tokens_of_grant on oauth_tokens (grant_id);
create index oauth_tokens_of_family on oauth_tokens (family);
create index oauth_tokens_by_end on oauth_tokens (expires_at);

-- Whether a key may publish, and when it last wanted to and might not.
alter table api_keys add column publish bigint not null default 1;
alter table api_keys add column asked_at bigint;
