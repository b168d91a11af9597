-- Pictures that lie on other servers and are served from here: which one an address gave last, and when to look again.
create table far_pictures (
    -- The address.
    source text primary key not null,
    -- SHA-256 of the picture it gave, lower-case hex; null while it gave none.
    hash text,
    -- When to look again.
    next_at bigint not null,
    -- How often in a row nothing was had.
    failures bigint not null,
    -- When somebody last asked for it, give or take a day.
    asked_at bigint not null
);
create index far_pictures_hash on far_pictures (hash);
create index far_pictures_asked on far_pictures (asked_at);
