-- JSON: how the computed inputs of a run came about; null where none was computed. H2 (PostgreSQL
-- mode) and PostgreSQL both run this file. Their values are among the launch values.

alter table run add column computed varchar;
