-- What people and programs did through a server: who, what, to what, and whether it was done.
-- H2 (PostgreSQL mode) and PostgreSQL both run this file. Rows are inserted, never changed.

create table action (
  number bigint generated always as identity primary key,
  at_ms bigint not null,
  principal varchar not null,
  -- The address that the request came from.
  origin varchar not null,
  -- Such as 'launch' or 'cancel'.
  action varchar(32) not null,
  -- What it concerned: a run, a recipe, a command. Empty if nothing that has a name.
  target varchar not null,
  -- 'done', or the code of the refusal.
  result varchar(64) not null
);

create index action_at on action (at_ms);
