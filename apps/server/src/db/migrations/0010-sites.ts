// Sites and the public keys of their collectors. Times are epoch ms.

export const sites = `
CREATE TABLE sites (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  signing_key TEXT NOT NULL,
  sealing_key TEXT NOT NULL,
  waiting_signing_key TEXT NOT NULL,
  waiting_sealing_key TEXT NOT NULL,
  token_hash BLOB NOT NULL,
  join_by INTEGER,
  accept TEXT NOT NULL,
  revoked_at INTEGER,
  version TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;
`;
