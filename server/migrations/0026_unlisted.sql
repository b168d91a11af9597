-- Whether the live page stays out of the sitemap (1), as its profile said when it was published.
alter table pages add column unlisted bigint not null default 0;
