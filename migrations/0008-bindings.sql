-- Which names of the mesh a container binds is found before its secrets are hidden, and so cannot be found again later.

-- A row is what was found in one spec: "names" is a JSON list of names of the mesh, sorted, and "untold" why there may be
-- others, null where there are none. More names may be found later, and never fewer. What has no row was not searched.
-- "checksum" is over the row's own facts, the spec by its digest.
CREATE TABLE bindings (
  spec INTEGER PRIMARY KEY REFERENCES contents,
  names TEXT NOT NULL,
  untold TEXT CHECK (untold IN ('nothing-shown', 'refers-elsewhere', 'too-much')),
  checksum INTEGER NOT NULL
) STRICT;
-- It tells of a row that the disk lost that there was one.
CREATE INDEX bindings_by_checksum ON bindings (checksum);

CREATE TRIGGER bindings_stay BEFORE UPDATE ON bindings WHEN NEW.spec <> OLD.spec
BEGIN SELECT RAISE(ABORT, 'bindings are never of another spec'); END;
CREATE TRIGGER bindings_remain BEFORE DELETE ON bindings WHEN NOT EXISTS (SELECT 1 FROM prunings)
BEGIN SELECT RAISE(ABORT, 'bindings are never removed'); END;
