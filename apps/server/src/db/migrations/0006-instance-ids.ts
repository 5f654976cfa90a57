// The id of an instance is made once and stored beside its name, so that a rename keeps everything that refers to the id.
// Existing instances keep the id that was made from their type and name.

export const instanceIds = `
ALTER TABLE instances ADD COLUMN instance TEXT NOT NULL DEFAULT '';
UPDATE instances SET instance = CASE type WHEN 'pve' THEN name ELSE type || '-' || name END;
UPDATE instances SET instance = instance || '-' || id
  WHERE EXISTS (SELECT 1 FROM instances AS other WHERE other.instance = instances.instance AND other.rowid < instances.rowid);
CREATE UNIQUE INDEX instances_by_instance ON instances (instance);
`;
