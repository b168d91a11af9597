-- What those who run the instance did to accounts and reports: who, when, why.
create table admin_acts (
    id text primary key not null,
    at bigint not null,
    -- The address of the admin, or 'command line'.
    admin text not null,
    act text not null,
    -- Whom it was done to: an address, a page's name, a report.
    target text not null,
    reason text not null
);
create index admin_acts_at on admin_acts (at);
