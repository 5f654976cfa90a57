// Earlier versions knew a container in alerts by the id of its engine, which changes when the container is made anew. Its alerts get the
// id with its name. Doing it again changes nothing.

/** The id with the name, from the old id and the name. The host is all before the last slash. */
const NAMED = `rtrim(resource, replace(resource, '/', '')) || 'name:' || ltrim(name, '/')`;
const OLD = `resource >= 'docker:' AND resource < 'docker;' AND resource LIKE 'docker:%/%' AND resource NOT LIKE 'docker:%/name:%'
  AND name <> '' AND json_valid(entry)`;

export const NAME_CONTAINERS = `
CREATE TEMP TABLE named_containers AS
  SELECT id, replace(alert, resource, ${NAMED}) AS alert, ${NAMED} AS resource FROM occurrences WHERE ${OLD};
UPDATE occurrences SET alert = new.alert, resource = new.resource,
  entry = json_set(entry, '$.alert.id', new.alert, '$.alert.resourceId', new.resource)
  FROM named_containers AS new WHERE new.id = occurrences.id;
UPDATE told SET entry = json_set(entry, '$.alert.id', new.alert, '$.alert.resourceId', new.resource)
  FROM named_containers AS new WHERE new.id = told.occurrence AND json_valid(entry);
UPDATE delivery_alerts SET alert = new.alert FROM named_containers AS new WHERE new.id = delivery_alerts.occurrence;
UPDATE occurrences SET resolved_at = later.opened_at,
  entry = json_set(occurrences.entry, '$.resolvedAt', later.opened_at, '$.reason', 'gone')
  FROM occurrences AS later
  WHERE occurrences.id IN (SELECT id FROM named_containers) AND occurrences.resolved_at IS NULL AND later.resolved_at IS NULL
    AND later.alert = occurrences.alert AND (later.opened_at, later.id) > (occurrences.opened_at, occurrences.id)
    AND json_valid(occurrences.entry);
DROP TABLE named_containers;
`;
