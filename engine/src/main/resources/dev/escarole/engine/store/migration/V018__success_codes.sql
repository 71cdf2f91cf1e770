-- Exit codes that mean success for a leaf, with commas between them; null where only 0 does, and so
-- for all steps that are there already.

alter table step add column success_codes varchar;
