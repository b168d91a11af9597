-- What a key or a connection may do: 'read', 'add' (and read) or 'edit' (all of the draft), and from when on it is refused,
-- ms; null without an end. Those from before these columns may do everything, without an end.
alter table api_keys add column access text not null default 'edit';
alter table api_keys add column ends_at bigint;
alter table oauth_grants add column access text not null default 'edit';
alter table oauth_grants add column ends_at bigint;
-- The beginning and the end of a key, so that its owner knows it again; null until one from before this column is used.
alter table api_keys add column fingerprint text;
