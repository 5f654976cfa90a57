// States of configurations that were agreed. `agreed` is JSON.

export const baselines = `
CREATE TABLE baselines (
  id TEXT PRIMARY KEY,
  agreed TEXT NOT NULL
) STRICT;
`;
