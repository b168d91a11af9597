-- Changes of an email address that wait to be confirmed by a link mailed to the new one: good for an hour, once. Only the
-- link's SHA-256 is kept. A new request takes the place of the former.
create table email_changes (
    account_id text primary key not null references accounts (id) on delete cascade,
    hash text not null unique,
    -- The new address, folded to lower case.
    email text not null,
    expires_at bigint not null
);

-- Where the link was mailed: it ends when the account has another address, even if both happen at once.
alter table resets add column email text not null default '';
