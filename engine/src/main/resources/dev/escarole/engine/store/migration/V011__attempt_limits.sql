-- How much memory an attempt took, and under which limits it ran. Null for attempts that are there
-- already, and where nothing ran.

-- The largest size of the guest's linear memory.
alter table attempt add column peak_memory_bytes bigint;
alter table attempt add column limits_id bigint;

-- Limits, each set once, however many attempts ran under it; few, so they are never deleted. The
-- timeout of a step, which can shorten the wall clock, is the plan's to say and not in here.
create table limit_set (
  -- The first 64 bits of the SHA-256 of the values.
  id bigint not null primary key,
  most_wall_clock_ms bigint not null,
  most_memory_bytes bigint not null,
  most_stdin_bytes bigint not null,
  most_argv_bytes bigint not null,
  most_output_bytes bigint not null,
  most_fuel bigint not null
);
