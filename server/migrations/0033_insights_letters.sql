-- Until when a server has taken the letter of an account upon itself, ms; 0 while none has.
alter table insights_settings add column letter_leased_until bigint not null default 0;
-- Whoever looks for letters that are due looks through those who want one alone: few among many.
create index insights_letters on insights_settings (time_zone, letter_at) where letter = 1;
