-- Facts that the disk may have changed without anybody noticing get a digest too. Rows that were written before have none.

-- "digest" is over the row's own facts.
ALTER TABLE settings ADD COLUMN digest BLOB;

-- "digest" is over the row's own facts.
ALTER TABLE recorders ADD COLUMN digest BLOB;
