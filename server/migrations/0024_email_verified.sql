-- 1 once the owner has shown that mail to the account's address reaches them, or where nobody has to: accounts made by an
-- admin, without mail, or before this column. A link to the account's own address in `email_changes` verifies it.
alter table accounts add column email_verified bigint not null default 1;
