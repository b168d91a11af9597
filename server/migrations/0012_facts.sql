-- What is known of the addresses that tiles lead to: filled in from outside, beside the pages, never inside a draft.

create table facts (
    -- The address, as tiles have it but for its fragment.
    source text primary key not null,
    -- JSON of what is known; null before anything was read.
    body text,
    -- When body became what it is; reading it again unchanged leaves it.
    fetched_at bigint,
    -- When to look again.
    next_at bigint not null,
    -- Until when one of several servers has it in hand; 0 for none.
    leased_until bigint not null,
    -- When an owner last asked for a look.
    asked_at bigint not null,
    -- How often in a row nothing could be read.
    failures bigint not null,
    -- What the document was called, for conditional requests.
    etag text,
    last_modified text
);
create index facts_due on facts (next_at);

-- Which pages lead where, with their draft or their live side.
create table page_facts (
    account_id text not null references pages (account_id) on delete cascade,
    source text not null references facts (source),
    primary key (account_id, source)
);
create index page_facts_source on page_facts (source);
