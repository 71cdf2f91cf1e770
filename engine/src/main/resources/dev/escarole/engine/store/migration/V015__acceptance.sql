-- Whether the author agreed to how a run ended, and what was lost. H2 (PostgreSQL mode) and
-- PostgreSQL both run this file. Of runs that ended before, nothing is known: both stay null.

alter table run add column accepted boolean;

-- JSON: the losses, and the steps that read the output of a failed one; null where there are none.
alter table run add column acceptance varchar;
