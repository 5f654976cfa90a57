// The API token that a Docker host belongs to. Hosts that were saved before have none: the first token that reports such
// a host becomes its owner.

export const dockerHostOwners = `
ALTER TABLE docker_hosts ADD COLUMN owner TEXT;
`;
