-- What a run's machine was told besides the ends of attempts, so that it can be rebuilt; how often
-- a run was resumed; and which run it runs again.

-- event as in transition, attempt and branch_join.
create table signal (
  event bigint not null primary key,
  -- delay, retry, budget (a timer of the step rang) or cancel
  kind varchar(16) not null,
  -- Null where the whole run is meant.
  step_index integer,
  at_ms bigint not null
);

-- One row each time that a run went on after its engine had gone away.
create table resume (
  run_number bigint not null,
  number integer not null,
  at_ms bigint not null,
  -- Ends of attempts that were on record then; leaves that had to run again.
  attempts_kept integer not null,
  leaves_again integer not null,
  primary key (run_number, number)
);

-- The run that this one runs again, or null.
alter table run add column rerun_of varchar(32);
-- all, failed, or from or branch with the path of a step
alter table run add column rerun_scope varchar;

-- ran, or reused from the run that this one runs again
alter table attempt add column origin varchar(16) default 'ran' not null;
