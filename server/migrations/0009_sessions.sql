-- What the browser called itself when it signed in, cut at 300 characters: so that people know their sessions apart.
alter table sessions add column agent text not null default '';

create index sessions_by_sight on sessions (seen_at);

-- Links that set a new password, mailed to whoever forgot theirs: good for an hour, once. Only their SHA-256 is kept.
create table resets (
    hash text primary key not null,
    account_id text not null references accounts (id) on delete cascade,
    expires_at bigint not null
);

create index resets_of_account on resets (account_id);
