-- Whoever asks which pictures are withheld looks for suspended accounts alone: few among many.
create index accounts_suspended on accounts (id) where suspended_at is not null;

-- A private link is found by the first part of its secret; the rest is compared by the server, in a time that tells nothing.
create index previews_by_start on previews (substr(secret, 1, 12));
