-- The tables of Quartz 2, as its own script for PostgreSQL has them, without foreign keys: Quartz is
-- their only writer. They are created when the first schedule is in force, not with the others, so
-- that a run on the command line need not wait for them. Only simple triggers are in use; the other
-- tables are there because Quartz looks into them when it deletes a trigger. What would be numeric in
-- them is bigint.

create table if not exists escarole_qrtz_job_details (
  sched_name varchar(120) not null,
  job_name varchar(200) not null,
  job_group varchar(200) not null,
  description varchar(250),
  job_class_name varchar(250) not null,
  is_durable boolean not null,
  is_nonconcurrent boolean not null,
  is_update_data boolean not null,
  requests_recovery boolean not null,
  job_data bytea,
  primary key (sched_name, job_name, job_group)
);

create table if not exists escarole_qrtz_triggers (
  sched_name varchar(120) not null,
  trigger_name varchar(200) not null,
  trigger_group varchar(200) not null,
  job_name varchar(200) not null,
  job_group varchar(200) not null,
  description varchar(250),
  next_fire_time bigint,
  prev_fire_time bigint,
  priority integer,
  trigger_state varchar(16) not null,
  trigger_type varchar(8) not null,
  start_time bigint not null,
  end_time bigint,
  calendar_name varchar(200),
  misfire_instr smallint,
  job_data bytea,
  primary key (sched_name, trigger_name, trigger_group)
);

create table if not exists escarole_qrtz_simple_triggers (
  sched_name varchar(120) not null,
  trigger_name varchar(200) not null,
  trigger_group varchar(200) not null,
  repeat_count bigint not null,
  repeat_interval bigint not null,
  times_triggered bigint not null,
  primary key (sched_name, trigger_name, trigger_group)
);

create table if not exists escarole_qrtz_cron_triggers (
  sched_name varchar(120) not null,
  trigger_name varchar(200) not null,
  trigger_group varchar(200) not null,
  cron_expression varchar(120) not null,
  time_zone_id varchar(80),
  primary key (sched_name, trigger_name, trigger_group)
);

create table if not exists escarole_qrtz_simprop_triggers (
  sched_name varchar(120) not null,
  trigger_name varchar(200) not null,
  trigger_group varchar(200) not null,
  str_prop_1 varchar(512),
  str_prop_2 varchar(512),
  str_prop_3 varchar(512),
  int_prop_1 integer,
  int_prop_2 integer,
  long_prop_1 bigint,
  long_prop_2 bigint,
  dec_prop_1 bigint,
  dec_prop_2 bigint,
  bool_prop_1 boolean,
  bool_prop_2 boolean,
  primary key (sched_name, trigger_name, trigger_group)
);

create table if not exists escarole_qrtz_blob_triggers (
  sched_name varchar(120) not null,
  trigger_name varchar(200) not null,
  trigger_group varchar(200) not null,
  blob_data bytea,
  primary key (sched_name, trigger_name, trigger_group)
);

create table if not exists escarole_qrtz_calendars (
  sched_name varchar(120) not null,
  calendar_name varchar(200) not null,
  calendar bytea not null,
  primary key (sched_name, calendar_name)
);

create table if not exists escarole_qrtz_paused_trigger_grps (
  sched_name varchar(120) not null,
  trigger_group varchar(200) not null,
  primary key (sched_name, trigger_group)
);

create table if not exists escarole_qrtz_fired_triggers (
  sched_name varchar(120) not null,
  entry_id varchar(140) not null,
  trigger_name varchar(200) not null,
  trigger_group varchar(200) not null,
  instance_name varchar(200) not null,
  fired_time bigint not null,
  sched_time bigint not null,
  priority integer not null,
  state varchar(16) not null,
  job_name varchar(200),
  job_group varchar(200),
  is_nonconcurrent boolean,
  requests_recovery boolean,
  primary key (sched_name, entry_id)
);

create table if not exists escarole_qrtz_scheduler_state (
  sched_name varchar(120) not null,
  instance_name varchar(200) not null,
  last_checkin_time bigint not null,
  checkin_interval bigint not null,
  primary key (sched_name, instance_name)
);

create table if not exists escarole_qrtz_locks (
  sched_name varchar(120) not null,
  lock_name varchar(40) not null,
  primary key (sched_name, lock_name)
);

create index if not exists escarole_qrtz_by_time
  on escarole_qrtz_triggers (sched_name, trigger_state, next_fire_time);
create index if not exists escarole_qrtz_fired_by_trigger
  on escarole_qrtz_fired_triggers (sched_name, trigger_name, trigger_group);
create index if not exists escarole_qrtz_fired_by_instance
  on escarole_qrtz_fired_triggers (sched_name, instance_name);
