-- Plans, runs and what happened in them. H2 (PostgreSQL mode) and PostgreSQL both run this file.
-- Instants are milliseconds since 1970 in UTC and end in _ms. Lists and maps are JSON texts.
-- Rows are inserted and never changed, except that a run's row is completed once, when it ends.
-- The journal's tables have no foreign keys: the store is their only writer, and each would cost a
-- look-up per row.

create table plan (
  hash varchar(64) not null primary key,
  -- The recipe that came to this plan first; another recipe may come to the same plan.
  recipe_name varchar not null,
  output_selector varchar not null,
  output_value text,
  step_count integer not null,
  created_at_ms bigint not null
);

create table step (
  plan_hash varchar(64) not null,
  step_index integer not null,
  -- Null for the root. A recovery's parent is the step that it recovers.
  parent_index integer,
  path varchar not null,
  pointer varchar not null,
  -- leaf, sequence, parallel or nested
  kind varchar(16) not null,
  is_recovery boolean not null,
  label varchar,
  argv text not null,
  delay_ms bigint not null,
  timeout_ms bigint not null,
  retry integer not null,
  -- continue, branch, root, or null where the author wrote none
  failure varchar(16),
  concurrency integer not null,
  -- -1 where no quorum is asked for
  min_successful integer not null,
  skip_reason varchar,
  primary key (plan_hash, step_index)
);

create table run (
  id varchar(32) not null primary key,
  recipe_name varchar not null,
  plan_hash varchar(64) not null references plan (hash),
  principal varchar not null,
  recipe_source text not null,
  launch_values text not null,
  directories text not null,
  stdin_sha256 varchar(64) not null,
  started_at_ms bigint not null,
  -- Set once, when the run ends.
  status varchar(16) not null,
  ended_at_ms bigint,
  stdout_sha256 varchar(64),
  error text
);

create index run_by_recipe on run (recipe_name, id);

-- seq is the place in the run's order of events; transition, attempt and branch_join share it.

create table transition (
  run_id varchar(32) not null,
  seq bigint not null,
  step_index integer not null,
  state varchar(16) not null,
  at_ms bigint not null,
  outcome varchar(32),
  exit_code integer,
  reason text,
  primary key (run_id, seq)
);

create table attempt (
  run_id varchar(32) not null,
  step_index integer not null,
  attempt integer not null,
  seq bigint not null,
  started_at_ms bigint not null,
  duration_ms bigint not null,
  outcome varchar(32) not null,
  exit_code integer not null,
  outcome_detail text not null,
  stdin_sha256 varchar(64) not null,
  stdin_bytes bigint not null,
  stdout_sha256 varchar(64) not null,
  stdout_bytes bigint not null,
  stderr_sha256 varchar(64) not null,
  stderr_bytes bigint not null,
  -- What the command executed, in the units of the fuel limit.
  fuel_used bigint not null,
  primary key (run_id, step_index, attempt)
);

create table branch_join (
  run_id varchar(32) not null,
  seq bigint not null,
  path varchar not null,
  label varchar,
  usable_branches integer not null,
  minimum integer,
  branches text not null,
  primary key (run_id, seq)
);

-- Each output once. A long one is cut into parts, so that no row is larger than either database
-- takes inline; size is that of the whole.
create table content (
  sha256 varchar(64) not null,
  part integer not null,
  size bigint not null,
  bytes bytea not null,
  primary key (sha256, part)
);
