-- What a leaf that calls a Command Handle is given besides its argv, as a JSON object; null for
-- plain commands, and so for all steps that are there already.

alter table step add column handle text;
