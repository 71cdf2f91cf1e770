-- Results of commands that depend on nothing but program and invocation, to be used again. H2
-- (PostgreSQL mode) and PostgreSQL both run this file.

create table kept_result (
  -- SHA-256 of program, name, arguments, environment, standard input and limits.
  key_sha256 varchar(64) not null primary key,
  -- Only what succeeded is kept, so there is no exit code. The contents are those of the attempt
  -- that the result is from; a row whose contents are gone counts as none.
  stdout_sha256 varchar(64) not null,
  stderr_sha256 varchar(64) not null,
  -- Of both outputs together.
  bytes bigint not null,
  created_at_ms bigint not null,
  -- To within a minute.
  used_at_ms bigint not null
);

create index kept_result_by_use on kept_result (used_at_ms, key_sha256);

-- ran, or cached: where the result of the attempt comes from
alter table attempt add column if not exists origin varchar(16) default 'ran' not null;

-- on, off, or unsaid: whether the results of a leaf may be kept and used again
alter table step add column caching varchar(16) default 'unsaid' not null;
