// Views that users saved, and links that show a view to everybody who has them.

export const views = `
CREATE TABLE saved_views (
  id TEXT PRIMARY KEY,
  owner TEXT NOT NULL,
  name TEXT NOT NULL,
  screen TEXT NOT NULL,
  params TEXT NOT NULL,
  changed_at INTEGER NOT NULL,
  UNIQUE (owner, name)
) STRICT;

CREATE TABLE view_links (
  id TEXT PRIMARY KEY,
  token_hash BLOB NOT NULL UNIQUE,
  name TEXT NOT NULL UNIQUE,
  screen TEXT NOT NULL,
  params TEXT NOT NULL,
  created_by TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  last_used_at INTEGER
) STRICT;
`;
