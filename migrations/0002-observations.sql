-- What really happened to containers, as hosts and engines told it, beside what was declared.

-- A row is one thing that happened to one container on one node; told twice, it is one row. "at" and "recorded_at" are
-- milliseconds since the epoch. "digest" is over the row's own facts.
CREATE TABLE observations (
  observation INTEGER PRIMARY KEY,
  node TEXT NOT NULL,
  container TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('replaced', 'created', 'started', 'died', 'destroyed')),
  at INTEGER NOT NULL,
  recorded_at INTEGER NOT NULL,
  source TEXT,
  digest BLOB NOT NULL,
  UNIQUE (node, container, kind, at)
) STRICT;
CREATE INDEX observations_by_at ON observations (at);

CREATE TRIGGER observations_stay BEFORE UPDATE ON observations BEGIN SELECT RAISE(ABORT, 'observations are never changed'); END;
CREATE TRIGGER observations_remain BEFORE DELETE ON observations BEGIN SELECT RAISE(ABORT, 'observations are never removed'); END;
