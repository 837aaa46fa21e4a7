-- When nothing was recorded, as the recorder knows it: it was not running, or a source of its could not be reached.

-- A row is a stretch that began, and while no row of "gap_ends" names it, it goes on. "controller" is that of whose passes
-- some may be missing, null where that may be any; "source" the one that was away. "from_at" is in milliseconds since the
-- epoch. "digest" is over the row's own facts.
CREATE TABLE gaps (
  gap INTEGER PRIMARY KEY,
  recorder TEXT NOT NULL,
  controller TEXT,
  kind TEXT NOT NULL CHECK (kind IN ('not-running', 'away')),
  from_at INTEGER NOT NULL,
  source TEXT,
  reason TEXT NOT NULL,
  digest BLOB NOT NULL
) STRICT;
CREATE INDEX gaps_by_recorder ON gaps (recorder);

-- A row is the end of a stretch: a recorder that is killed leaves none. "digest" is over the row's own facts.
CREATE TABLE gap_ends (
  gap INTEGER PRIMARY KEY REFERENCES gaps,
  until_at INTEGER NOT NULL,
  digest BLOB NOT NULL
) STRICT;

-- A row is a recorder that was started at least once, and "alive_at" the last instant at which it was known to run. These
-- rows alone are changed, a few times a minute: what is worth keeping of them becomes a gap.
CREATE TABLE recorders (
  recorder TEXT PRIMARY KEY,
  controller TEXT,
  alive_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TRIGGER gaps_stay BEFORE UPDATE ON gaps BEGIN SELECT RAISE(ABORT, 'gaps are never changed'); END;
CREATE TRIGGER gap_ends_stay BEFORE UPDATE ON gap_ends BEGIN SELECT RAISE(ABORT, 'gap_ends are never changed'); END;
CREATE TRIGGER gaps_remain BEFORE DELETE ON gaps BEGIN SELECT RAISE(ABORT, 'gaps are never removed'); END;
CREATE TRIGGER gap_ends_remain BEFORE DELETE ON gap_ends BEGIN SELECT RAISE(ABORT, 'gap_ends are never removed'); END;
