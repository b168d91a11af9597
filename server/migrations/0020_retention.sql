-- What the timer that deletes expired rows looks for, and what the bounds of each account and each grant count.
create index resets_by_end on resets (expires_at);
create index oauth_codes_by_end on oauth_codes (expires_at);
create index oauth_clients_waiting on oauth_clients (created_at) where used_at is null;
create index held_names_by_end on held_names (until);
create index bearers_of_session on bearers (session_hash);
