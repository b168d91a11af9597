-- What the sitemap tells of live pages, by name: read without the pages themselves, which are large.
create index pages_listed on pages (username, published_at, unlisted, account_id) where published_at is not null and unlisted = 0;
