-- Whose pages the signed addresses of far pictures belong to: such an address is served while that page names the picture,
-- and ends with the account.
create table picture_owners (
    -- The pseudonym in the addresses.
    owner text primary key not null,
    account_id text not null references accounts (id) on delete cascade
);
create index picture_owners_of_account on picture_owners (account_id);
