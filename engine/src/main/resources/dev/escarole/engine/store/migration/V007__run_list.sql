-- What a list of runs shows and filters by.

-- Texts that whoever started a run gave it, to find it again; each once.
create table run_label (
  run_number bigint not null,
  label varchar(100) not null,
  primary key (run_number, label)
);

create index run_by_label on run_label (label, run_number);

-- How many leaves, and how many branches of joins, came to what; null while the run is not over and
-- where nobody counted. Times out count as failed; pending never ended.
alter table run add column leaves_done integer;
alter table run add column leaves_failed integer;
alter table run add column leaves_skipped integer;
alter table run add column leaves_cancelled integer;
alter table run add column leaves_pending integer;
alter table run add column branches_done integer;
alter table run add column branches_failed integer;
alter table run add column branches_skipped integer;
alter table run add column branches_cancelled integer;
alter table run add column branches_pending integer;

-- Pages of runs, newest first, that one filter narrows.
drop index run_by_recipe;
create index run_by_recipe on run (recipe_name, number);
create index run_by_status on run (status, number);
create index run_by_principal on run (principal, number);
create index run_by_start on run (started_at_ms, number);
