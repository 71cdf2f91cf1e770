-- What the author set for a step, as JSON by key: one column for all settings, so that a new one
-- needs none. Null where nothing is set.

alter table step add column settings varchar;

update step set settings = '{' || concat_ws(',',
  case when delay_ms > 0 then '"delay":' || delay_ms end,
  case when timeout_ms > 0 then '"timeout":' || timeout_ms end,
  case when retry > 1 then '"retry":' || retry end,
  case when retry_delay_ms > 0 then '"retry_delay":' || retry_delay_ms end,
  case when retry_backoff > 1 then '"retry_backoff":' || retry_backoff end,
  case when retry_max_delay_ms < 316224000000 then '"retry_max_delay":' || retry_max_delay_ms end,
  case when failure is not null then '"failure":"' || failure || '"' end,
  case when success_codes is not null then '"success_codes":[' || success_codes || ']' end,
  case when concurrency > 0 then '"concurrency":' || concurrency end,
  case when min_successful >= 0 then '"min_successful":' || min_successful end,
  case caching when 'on' then '"cache":true' when 'off' then '"cache":false' end) || '}';

update step set settings = null where settings = '{}';

alter table step drop column delay_ms;
alter table step drop column timeout_ms;
alter table step drop column retry;
alter table step drop column retry_delay_ms;
alter table step drop column retry_backoff;
alter table step drop column retry_max_delay_ms;
alter table step drop column failure;
alter table step drop column success_codes;
alter table step drop column concurrency;
alter table step drop column min_successful;
alter table step drop column caching;
