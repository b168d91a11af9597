-- Names for where a page's address is put up, so that visits by each can be told apart; gone with the page.
create table ways (
    account_id text not null references pages (account_id) on delete cascade,
    name text not null,
    created_at bigint not null,
    primary key (account_id, name)
);
