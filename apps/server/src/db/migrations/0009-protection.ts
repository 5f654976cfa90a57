// What people decide about the protection of guests. Times are epoch ms.

export const protection = `
CREATE TABLE protection_exclusions (
  guest TEXT PRIMARY KEY,
  note TEXT NOT NULL,
  until INTEGER,
  by TEXT NOT NULL,
  since INTEGER NOT NULL
) STRICT;

CREATE TABLE protection_assignments (
  backups TEXT PRIMARY KEY,
  guest TEXT NOT NULL,
  by TEXT NOT NULL,
  since INTEGER NOT NULL
) STRICT;

CREATE TABLE restore_tests (
  id TEXT PRIMARY KEY,
  guest TEXT NOT NULL,
  at INTEGER NOT NULL,
  result TEXT NOT NULL,
  note TEXT NOT NULL,
  by TEXT NOT NULL,
  since INTEGER NOT NULL
) STRICT;
`;
