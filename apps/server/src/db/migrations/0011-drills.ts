// Restore tests that are handed out and watched. `drill` is JSON. Times are epoch ms.

export const drills = `
CREATE TABLE drills (
  id TEXT PRIMARY KEY,
  drill TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;
`;
