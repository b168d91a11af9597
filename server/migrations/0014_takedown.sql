-- Taking pages down: why an account is suspended, and what visitors report.

-- What its owner is told; empty while it is not suspended, and for what was suspended before this was written down.
alter table accounts add column suspended_why text not null default '';

create table reports (
    -- 'p_' and random characters.
    id text primary key not null,
    account_id text not null references accounts (id) on delete cascade,
    -- What the page was called then.
    username text not null,
    -- One of the reasons the form offers.
    reason text not null,
    words text not null,
    -- Where to answer; empty when nobody is to.
    email text not null,
    at bigint not null,
    -- When whoever runs the instance was done with it; null while it waits.
    settled_at bigint
);

create index reports_of_account on reports (account_id, settled_at);
