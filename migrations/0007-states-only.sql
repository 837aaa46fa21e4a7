-- What the states replace goes.

DROP TABLE joins_before;
DROP TABLE reports_before;
DROP TABLE passes_before;
DROP TABLE horizons_before;
INSERT INTO prunings VALUES (1);
DELETE FROM contents WHERE kind IN ('nodes', 'problems', 'extra', 'report', 'declaration-before');
DELETE FROM prunings;

CREATE TRIGGER horizons_stay BEFORE UPDATE ON horizons
WHEN NOT EXISTS (SELECT 1 FROM prunings) OR NEW.controller <> OLD.controller OR NEW.first_pass < OLD.first_pass
BEGIN SELECT RAISE(ABORT, 'horizons are never changed'); END;
CREATE TRIGGER horizons_begin BEFORE INSERT ON horizons WHEN NOT EXISTS (SELECT 1 FROM prunings)
BEGIN SELECT RAISE(ABORT, 'horizons are never made but by prune'); END;
CREATE TRIGGER horizons_remain BEFORE DELETE ON horizons BEGIN SELECT RAISE(ABORT, 'horizons are never removed'); END;
