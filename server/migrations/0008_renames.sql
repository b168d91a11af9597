-- 1 while a name of somebody's that they gave up leads to the page they have now; 0 for the name of a deleted page.
alter table held_names add column moved bigint not null default 0;

create index held_names_of_account on held_names (account_id);

-- How often the page's name was changed: a part of its owner's entity tag, as the name is a part of what they see.
alter table pages add column renames bigint not null default 0;
