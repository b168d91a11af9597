-- The address of an account whose owner has not shown yet that mail to it reaches them; null for all others: accounts with
-- a verified address, made by an admin, without mail, or before this column. Until the address is verified, `email`, which
-- is unique, holds the account's id instead: any number of accounts may wait for one address, so that a sign-up does not
-- tell whether it has one.
alter table accounts add column unverified_email text;
-- The link that was mailed to it last: the hash of its secret, and when it was mailed, ms.
alter table accounts add column verification_hash text;
alter table accounts add column verification_mailed_at bigint not null default 0;
-- When a link to a new address was last mailed, ms.
alter table accounts add column change_mailed_at bigint not null default 0;
create index accounts_unverified_email on accounts (unverified_email);
