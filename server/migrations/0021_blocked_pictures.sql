-- Pictures that whoever runs the instance took down by their hash: shown to nobody, and neither uploaded nor fetched again.
create table blocked_pictures (
    -- SHA-256 of the file, lower-case hex.
    hash text primary key not null,
    -- Why, for whoever runs the instance.
    reason text not null,
    at bigint not null
);
