-- Every line that an agent sent, refused or carried out. H2 (PostgreSQL mode) and PostgreSQL both
-- run this file. A table beside that of calls, so that neither can push the other out. Rows are
-- inserted, never changed, and deleted when there are too many or they are too old.

create table line (
  -- When the line came, in milliseconds since 1970 in UTC.
  at_ms bigint not null,
  -- Who wrote the row, and which of its rows it is: as in the table of calls.
  writer bigint not null,
  seq bigint not null,
  principal varchar not null,
  -- What the agent's program calls itself; null if it does not say.
  client varchar,
  -- The line itself, or its beginning.
  text varchar not null,
  -- Name of the command that it names; empty if it names none.
  command varchar not null,
  -- Code of the error that was the answer; null if the line was carried out.
  error varchar(64),
  -- Whether that error is a refusal.
  denied boolean not null,
  duration_ms bigint not null,
  primary key (at_ms, writer, seq)
);
