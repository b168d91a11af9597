-- What agents asked their owners to publish: links that each publish one version of the draft, once. The newest of each account
-- are kept for the log of what its agents did.
create table publish_requests (
    -- SHA-256 of the link's secret, hex.
    hash text primary key not null,
    account_id text not null references pages (account_id) on delete cascade,
    -- Who asked, as in the history.
    actor text not null,
    -- The version of the draft.
    version bigint not null,
    -- How many changes visitors would see.
    changes bigint not null,
    asked_at bigint not null,
    -- When the owner published by the link; null before.
    published_at bigint
);
create index publish_requests_of_account on publish_requests (account_id, asked_at);
