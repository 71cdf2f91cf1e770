-- The waits between the attempts of a step. Steps that are there already never wait.

alter table step add column retry_delay_ms bigint not null default 0;
alter table step add column retry_backoff integer not null default 1;
alter table step add column retry_max_delay_ms bigint not null default 316224000000;
