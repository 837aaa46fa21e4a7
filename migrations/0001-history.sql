-- The first schema. Rows are only ever added: the triggers at the end refuse every change and removal of what was recorded.

-- A row is one distinct content, stored once however often it was recorded: a hosts list, a spec, a roster, a
-- declaration, a report, a list of node names or of problems. Two kinds may share a text, such as that of an empty list.
-- The digest is that of its canonical bytes, in which other contents stand as digests; the bytes hold them as content ids
-- instead, which are shorter.
CREATE TABLE contents (
  content INTEGER PRIMARY KEY,
  digest BLOB NOT NULL,
  kind TEXT NOT NULL,
  encoding TEXT NOT NULL CHECK (encoding IN ('plain', 'deflate')),
  bytes BLOB NOT NULL,
  UNIQUE (digest, kind)
) STRICT;

-- A row is one pass. Its number is its place in the order of recording; "at" and "recorded_at" are milliseconds since
-- the epoch. "nodes" is the list of nodes that reported, "roster" the mesh's roster in force after the pass (null until
-- one was given), "roster_given" the one that this pass gave. "digest" is over the row's own facts and the reports of its nodes.
CREATE TABLE passes (
  pass INTEGER PRIMARY KEY,
  controller TEXT NOT NULL,
  key TEXT,
  at INTEGER NOT NULL,
  recorded_at INTEGER NOT NULL,
  trigger TEXT,
  outcome TEXT NOT NULL,
  error TEXT,
  lone INTEGER NOT NULL,
  source TEXT,
  nodes INTEGER NOT NULL REFERENCES contents,
  roster INTEGER REFERENCES contents,
  roster_given INTEGER REFERENCES contents,
  problems INTEGER REFERENCES contents,
  extra INTEGER REFERENCES contents,
  digest BLOB NOT NULL
) STRICT;
CREATE INDEX passes_by_key ON passes (controller, key, pass) WHERE key IS NOT NULL;
CREATE INDEX passes_by_at ON passes (controller, at);

-- A row is a node's report that differs from the node's report before it. A node whose latest row is older than a pass
-- and who is among the nodes of that pass reported the same again.
CREATE TABLE reports (
  controller TEXT NOT NULL,
  node TEXT NOT NULL,
  pass INTEGER NOT NULL REFERENCES passes,
  report INTEGER NOT NULL REFERENCES contents,
  digest BLOB NOT NULL,
  PRIMARY KEY (controller, node, pass)
) STRICT, WITHOUT ROWID;
CREATE INDEX reports_by_pass ON reports (pass);

-- A row is what joined its pass after the pass had been recorded: a node's declaration, or, where "node" is empty, the
-- mesh's roster. "at" is the time that it gave, "trigger", "extra", "roster" and "roster_given" are as in a pass. "digest"
-- is over the row's own facts and the node's report.
CREATE TABLE joins (
  pass INTEGER NOT NULL REFERENCES passes,
  node TEXT NOT NULL,
  at INTEGER,
  recorded_at INTEGER NOT NULL,
  trigger TEXT,
  source TEXT,
  roster INTEGER REFERENCES contents,
  roster_given INTEGER REFERENCES contents,
  problems INTEGER REFERENCES contents,
  extra INTEGER REFERENCES contents,
  digest BLOB NOT NULL,
  PRIMARY KEY (pass, node)
) STRICT, WITHOUT ROWID;

-- A row is a fact about the store itself, such as the fingerprint of the key that its secrets are digested with.
CREATE TABLE settings (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TRIGGER contents_stay BEFORE UPDATE ON contents BEGIN SELECT RAISE(ABORT, 'contents are never changed'); END;
CREATE TRIGGER passes_stay BEFORE UPDATE ON passes BEGIN SELECT RAISE(ABORT, 'passes are never changed'); END;
CREATE TRIGGER reports_stay BEFORE UPDATE ON reports BEGIN SELECT RAISE(ABORT, 'reports are never changed'); END;
CREATE TRIGGER joins_stay BEFORE UPDATE ON joins BEGIN SELECT RAISE(ABORT, 'joins are never changed'); END;
CREATE TRIGGER contents_remain BEFORE DELETE ON contents BEGIN SELECT RAISE(ABORT, 'contents are never removed'); END;
CREATE TRIGGER passes_remain BEFORE DELETE ON passes BEGIN SELECT RAISE(ABORT, 'passes are never removed'); END;
CREATE TRIGGER reports_remain BEFORE DELETE ON reports BEGIN SELECT RAISE(ABORT, 'reports are never removed'); END;
CREATE TRIGGER joins_remain BEFORE DELETE ON joins BEGIN SELECT RAISE(ABORT, 'joins are never removed'); END;
