-- Whether results may be kept and used again where the recipe does not say, as the run was launched.
alter table run add column cache boolean default false not null;
