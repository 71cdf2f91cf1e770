-- Names that whoever launches a run gives to the launch, so that it can be repeated without
-- starting a second run; forgotten after a day.
create table launch_key (
  owner varchar not null,
  text varchar(255) not null,
  -- What was asked for, in the launcher's own form.
  asked varchar(255) not null,
  run_number bigint not null,
  at_ms bigint not null,
  primary key (owner, text)
);

create index launch_key_by_time on launch_key (at_ms);
create index launch_key_by_run on launch_key (run_number);
