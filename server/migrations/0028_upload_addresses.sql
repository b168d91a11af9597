-- Addresses that take one picture without a credential of their own, for programs that can't put it into a call.
create table upload_addresses (
    -- The SHA-256 of the secret in the address.
    hash text primary key not null,
    account_id text not null references accounts (id) on delete cascade,
    -- The credential that asked, by whose rights the picture is let in: the prefix of its kind, and its SHA-256.
    credential_kind text not null,
    credential_hash text not null,
    expires_at bigint not null
);
create index upload_addresses_of_account on upload_addresses (account_id, expires_at);
create index upload_addresses_by_end on upload_addresses (expires_at);
