-- Every call of a command, refused or run. H2 (PostgreSQL mode) and PostgreSQL both run this file.
-- Rows are inserted, never changed, and deleted when there are too many or they are too old.

create table audit (
  -- When the call began, in milliseconds since 1970 in UTC.
  at_ms bigint not null,
  -- Who wrote the row, and which of its rows it is: so that a row can be written again in doubt,
  -- and several processes can write without asking each other.
  writer bigint not null,
  seq bigint not null,
  principal varchar not null,
  command varchar not null,
  -- SHA-256 of the program; null if the call was refused before that was known.
  artifact varchar(64),
  outcome varchar(32) not null,
  denied boolean not null,
  exit_code integer not null,
  detail varchar not null,
  wall_nanos bigint not null,
  -- What the command executed, in the units of the fuel limit.
  fuel_used bigint not null,
  -- Null for a call outside of any run.
  run_id varchar(32),
  step_path varchar,
  primary key (at_ms, writer, seq)
);
