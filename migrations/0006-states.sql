-- Each pass names the whole state after it: a row of a few numbers, whatever the pass did, and the contents that it names are
-- there once however often they come back. What was recorded before is written anew between this file and the next.

DROP TRIGGER passes_stay;
DROP TRIGGER passes_remain;
DROP TRIGGER reports_stay;
DROP TRIGGER reports_remain;
DROP TRIGGER joins_stay;
DROP TRIGGER joins_remain;
DROP TRIGGER horizons_stay;
DROP TRIGGER horizons_begin;
DROP TRIGGER horizons_remain;
DROP INDEX passes_by_key;
DROP INDEX passes_by_at;
DROP INDEX reports_by_pass;
ALTER TABLE passes RENAME TO passes_before;
ALTER TABLE reports RENAME TO reports_before;
ALTER TABLE joins RENAME TO joins_before;
ALTER TABLE horizons RENAME TO horizons_before;

-- The content that the bytes are a difference to; null where they are the whole of it.
ALTER TABLE contents ADD COLUMN base INTEGER;

DROP TRIGGER contents_stay;
UPDATE contents SET kind = 'declaration-before' WHERE kind = 'declaration';
CREATE TRIGGER contents_stay BEFORE UPDATE ON contents BEGIN SELECT RAISE(ABORT, 'contents are never changed'); END;

-- A row is one pass. Its number is its place in the order of recording, "at" is in milliseconds since the epoch, and "lag"
-- is how many milliseconds later it was recorded. "source", "facts" and "state" are contents: what it was read from, how it
-- fared, and what stood of the mesh after it. "checksum" is over the row's own facts, those contents by their digests.
CREATE TABLE passes (
  pass INTEGER PRIMARY KEY,
  controller TEXT NOT NULL,
  at INTEGER NOT NULL,
  lag INTEGER NOT NULL,
  key TEXT,
  trigger TEXT,
  source INTEGER,
  facts INTEGER NOT NULL,
  state INTEGER NOT NULL,
  checksum INTEGER NOT NULL
) STRICT;
CREATE INDEX passes_by_key ON passes (controller, key, pass) WHERE key IS NOT NULL;
CREATE INDEX passes_by_at ON passes (controller, at);

-- A row is what joined a pass after the pass had been recorded: a node's declaration, or, where "node" is empty, the mesh's
-- roster. "at" is the time that it gave. It is in force until before "until_pass", which is the next pass, unless later ones
-- were recorded before it came: they say nothing of that node then. "source" and "facts" are contents; the latter is what
-- it brought.
CREATE TABLE joins (
  pass INTEGER NOT NULL,
  node TEXT NOT NULL,
  controller TEXT NOT NULL,
  at INTEGER,
  recorded_at INTEGER NOT NULL,
  trigger TEXT,
  source INTEGER,
  until_pass INTEGER NOT NULL,
  facts INTEGER NOT NULL,
  checksum INTEGER NOT NULL,
  PRIMARY KEY (pass, node)
) STRICT, WITHOUT ROWID;
CREATE INDEX joins_that_last ON joins (until_pass) WHERE until_pass > pass + 1;

-- A row is a controller whose oldest passes were pruned. "first_pass" is the first that is kept. "removed" is how many went,
-- the first of them "from_pass" of "from_at", the last "until_pass". "reason" is the limit that they were beyond, "bound" its
-- value in milliseconds, passes or bytes. "digest" is over the row's own facts.
CREATE TABLE horizons (
  controller TEXT PRIMARY KEY,
  first_pass INTEGER NOT NULL,
  removed INTEGER NOT NULL,
  from_pass INTEGER NOT NULL,
  from_at INTEGER NOT NULL,
  until_pass INTEGER NOT NULL,
  pruned_at INTEGER NOT NULL,
  reason TEXT NOT NULL CHECK (reason IN ('age', 'passes', 'size')),
  bound INTEGER NOT NULL,
  digest BLOB NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TRIGGER passes_stay BEFORE UPDATE ON passes BEGIN SELECT RAISE(ABORT, 'passes are never changed'); END;
CREATE TRIGGER joins_stay BEFORE UPDATE ON joins BEGIN SELECT RAISE(ABORT, 'joins are never changed'); END;

CREATE TRIGGER passes_remain BEFORE DELETE ON passes
WHEN NOT EXISTS (SELECT 1 FROM prunings)
  OR NOT EXISTS (SELECT 1 FROM horizons WHERE controller = OLD.controller AND first_pass > OLD.pass)
BEGIN SELECT RAISE(ABORT, 'passes are never removed'); END;

-- one that no pass rests on that is kept
CREATE TRIGGER joins_remain BEFORE DELETE ON joins
WHEN NOT EXISTS (SELECT 1 FROM prunings)
  OR NOT EXISTS (SELECT 1 FROM horizons WHERE controller = OLD.controller AND first_pass >= OLD.until_pass)
BEGIN SELECT RAISE(ABORT, 'joins are never removed'); END;
