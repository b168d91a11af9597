-- Which pictures an account has uploaded: what it counts against its room is what it owns. The pictures themselves are
-- files named by their hash, and one file serves every account that uploaded it.
create table pictures (
    account_id text not null references accounts (id) on delete cascade,
    -- SHA-256 of the file, lower-case hex.
    hash text not null,
    -- Media type.
    kind text not null,
    width bigint not null,
    height bigint not null,
    bytes bigint not null,
    created_at bigint not null,
    primary key (account_id, hash)
);

create index pictures_by_hash on pictures (hash);
