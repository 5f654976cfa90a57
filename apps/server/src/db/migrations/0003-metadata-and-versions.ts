// What people add to guests, and the versions of Belfry that ran on this database.

export const metadataAndVersions = `
CREATE TABLE guest_metadata (
  id TEXT PRIMARY KEY,
  custom_url TEXT NOT NULL,
  description TEXT NOT NULL,
  tags TEXT NOT NULL,
  changed_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE version_changes (
  n INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  at INTEGER NOT NULL,
  version_from TEXT NOT NULL,
  version_to TEXT NOT NULL,
  deployment TEXT NOT NULL
) STRICT;
`;
