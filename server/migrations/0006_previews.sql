-- Private links to drafts: at most one a page, gone with it. The secret stands here as it is, so that its owner can be
-- shown the link again: whoever reads this database reads the draft beside it as well.
create table previews (
    account_id text primary key not null references pages (account_id) on delete cascade,
    secret text not null unique,
    created_at bigint not null
);
