// The id under which readings go is minted once and kept beside the name, so that a rename keeps everything that goes by
// it. What there is keeps the id that was made from its type and name.

export const instanceIds = `
ALTER TABLE instances ADD COLUMN instance TEXT NOT NULL DEFAULT '';
UPDATE instances SET instance = CASE type WHEN 'pve' THEN name ELSE type || '-' || name END;
UPDATE instances SET instance = instance || '-' || id
  WHERE EXISTS (SELECT 1 FROM instances AS other WHERE other.instance = instances.instance AND other.rowid < instances.rowid);
CREATE UNIQUE INDEX instances_by_instance ON instances (instance);
`;
