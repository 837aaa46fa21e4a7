-- What is old may go, and only then: prune alone removes rows, and never what later passes rest on.

-- A row is a controller whose oldest passes were pruned. "first_pass" is the first that is kept, "roster" the mesh's roster
-- in force before it. "removed" is how many went, the first of them "from_pass" of "from_at", the last "until_pass".
-- "reason" is the limit that they were beyond, "bound" its value in milliseconds, passes or bytes. "digest" is over the
-- row's own facts.
CREATE TABLE horizons (
  controller TEXT PRIMARY KEY,
  first_pass INTEGER NOT NULL,
  roster INTEGER REFERENCES contents,
  removed INTEGER NOT NULL,
  from_pass INTEGER NOT NULL,
  from_at INTEGER NOT NULL,
  until_pass INTEGER NOT NULL,
  pruned_at INTEGER NOT NULL,
  reason TEXT NOT NULL CHECK (reason IN ('age', 'passes', 'size')),
  bound INTEGER NOT NULL,
  digest BLOB NOT NULL
) STRICT, WITHOUT ROWID;

-- A row is here only inside of a transaction that prunes: without it the triggers below refuse every removal.
CREATE TABLE prunings (
  pruning INTEGER PRIMARY KEY
) STRICT;

-- The same table of reports, whose passes may be gone: a node's latest report before the first pass that is kept stays.
CREATE TABLE reports_kept (
  controller TEXT NOT NULL,
  node TEXT NOT NULL,
  pass INTEGER NOT NULL,
  report INTEGER NOT NULL REFERENCES contents,
  digest BLOB NOT NULL,
  PRIMARY KEY (controller, node, pass)
) STRICT, WITHOUT ROWID;
INSERT INTO reports_kept SELECT * FROM reports;
DROP TABLE reports;
ALTER TABLE reports_kept RENAME TO reports;
CREATE INDEX reports_by_pass ON reports (pass);
CREATE TRIGGER reports_stay BEFORE UPDATE ON reports BEGIN SELECT RAISE(ABORT, 'reports are never changed'); END;

DROP TRIGGER contents_remain;
DROP TRIGGER passes_remain;
DROP TRIGGER joins_remain;
DROP TRIGGER observations_remain;
DROP TRIGGER gaps_remain;
DROP TRIGGER gap_ends_remain;

CREATE TRIGGER contents_remain BEFORE DELETE ON contents WHEN NOT EXISTS (SELECT 1 FROM prunings)
BEGIN SELECT RAISE(ABORT, 'contents are never removed'); END;

CREATE TRIGGER passes_remain BEFORE DELETE ON passes
WHEN NOT EXISTS (SELECT 1 FROM prunings)
  OR NOT EXISTS (SELECT 1 FROM horizons WHERE controller = OLD.controller AND first_pass > OLD.pass)
BEGIN SELECT RAISE(ABORT, 'passes are never removed'); END;

-- of a node's reports, one that a later one followed at the latest in the first pass that is kept
CREATE TRIGGER reports_remain BEFORE DELETE ON reports
WHEN NOT EXISTS (SELECT 1 FROM prunings)
  OR NOT EXISTS (
    SELECT 1 FROM reports AS later JOIN horizons USING (controller)
    WHERE later.controller = OLD.controller AND later.node = OLD.node AND later.pass > OLD.pass AND later.pass <= first_pass
  )
BEGIN SELECT RAISE(ABORT, 'reports are never removed'); END;

CREATE TRIGGER joins_remain BEFORE DELETE ON joins
WHEN NOT EXISTS (SELECT 1 FROM prunings)
  OR NOT EXISTS (SELECT 1 FROM passes JOIN horizons USING (controller) WHERE pass = OLD.pass AND first_pass > OLD.pass)
BEGIN SELECT RAISE(ABORT, 'joins are never removed'); END;

CREATE TRIGGER observations_remain BEFORE DELETE ON observations WHEN NOT EXISTS (SELECT 1 FROM prunings)
BEGIN SELECT RAISE(ABORT, 'observations are never removed'); END;

CREATE TRIGGER gaps_remain BEFORE DELETE ON gaps WHEN NOT EXISTS (SELECT 1 FROM prunings)
BEGIN SELECT RAISE(ABORT, 'gaps are never removed'); END;

CREATE TRIGGER gap_ends_remain BEFORE DELETE ON gap_ends WHEN NOT EXISTS (SELECT 1 FROM prunings)
BEGIN SELECT RAISE(ABORT, 'gap_ends are never removed'); END;

CREATE TRIGGER horizons_stay BEFORE UPDATE ON horizons
WHEN NOT EXISTS (SELECT 1 FROM prunings) OR NEW.controller <> OLD.controller OR NEW.first_pass < OLD.first_pass
BEGIN SELECT RAISE(ABORT, 'horizons are never changed'); END;
CREATE TRIGGER horizons_begin BEFORE INSERT ON horizons WHEN NOT EXISTS (SELECT 1 FROM prunings)
BEGIN SELECT RAISE(ABORT, 'horizons are never made but by prune'); END;
CREATE TRIGGER horizons_remain BEFORE DELETE ON horizons BEGIN SELECT RAISE(ABORT, 'horizons are never removed'); END;
