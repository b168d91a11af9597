-- Stored replies have bounds in rows and bytes for each account. `bytes` counts what a row holds.
alter table replays add column bytes bigint not null default 0;

-- 1 where `body` holds what the reply can be made from again, in place of a long reply.
alter table replays add column parts bigint not null default 0;

update replays set bytes = length(body);

create index replays_of_account on replays (account_id, at, bytes);
create index replays_by_age on replays (at);
