-- What the history lists: an entry for the edits that one actor made within two minutes, whole-page changes each for
-- themselves. Drafts stay in history: the newest hundred, and the last one of every entry.
create table history_entries (
    account_id text not null references pages (account_id) on delete cascade,
    -- The version that the last of its edits made, and the one of the first.
    version bigint not null,
    first bigint not null,
    -- When the first of its edits was made, and the last.
    since bigint not null,
    at bigint not null,
    -- As in history; the act is 'edit' where edits of several kinds are together.
    actor text not null,
    act text not null,
    summary text not null,
    -- When this version last went live, and who did it; null while it never did. Nothing joins it from then on.
    published_at bigint,
    published_by text,
    primary key (account_id, version)
);

insert into history_entries (account_id, version, first, since, at, actor, act, summary)
select account_id, version, version, at, at, actor, act, summary from history;

-- Of earlier publishes only the last is known, and who made it only while its event is kept.
update history_entries
set published_at = (select published_at from pages where pages.account_id = history_entries.account_id),
    published_by = coalesce((
        select max(actor) from events
        where events.account_id = history_entries.account_id and events.kind = 'publish'
            and events.version = history_entries.version
    ), 'owner')
where exists (
    select 1 from pages
    where pages.account_id = history_entries.account_id and pages.published_version = history_entries.version
);
