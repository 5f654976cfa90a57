// Docker hosts as last reported. When they were last seen lies apart: it changes every minute, a report seldom.

export const dockerHosts = `
CREATE TABLE docker_hosts (
  id TEXT PRIMARY KEY,
  host BLOB NOT NULL
) STRICT;

CREATE TABLE docker_hosts_seen (
  id TEXT PRIMARY KEY REFERENCES docker_hosts (id) ON DELETE CASCADE,
  last_seen INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
`;
