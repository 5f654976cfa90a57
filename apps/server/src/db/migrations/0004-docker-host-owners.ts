// Which API token a Docker host belongs to. Of those saved before it is unknown: the first token that reports one claims it.

export const dockerHostOwners = `
ALTER TABLE docker_hosts ADD COLUMN owner TEXT;
`;
