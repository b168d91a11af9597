-- When each tile of the live page first went live: a JSON object of times (ms) by tile id, for the page's feed. Null on a
-- page that was published before this column, where all its tiles count as new at that publish.
alter table pages add column live_since text;
