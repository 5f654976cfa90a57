// Sentences of two servers with one database: what a standby says.

export const servers = {
  'servers.silent': 'the database does not answer: {reason}',
  'servers.isStandby': 'This server, {own}, is a standby. {name} is active at {address}.',
  'servers.noneActive': 'This server, {own}, is a standby, and no server is active now.',
  'servers.undecided': 'This server cannot reach its database, so another one may be active.',
  'servers.pageTitle': '{own} is a standby',
  'servers.pageActive': '{name} is active since {since}.',
  'servers.pageNone': 'No server is active now. This one takes over as soon as it may.',
  'servers.pageTrouble': 'This server could not take over now: {reason}',
  'servers.pageOpen': 'Open {address}',
  'servers.pageReload': 'This page looks again every five seconds.',
  'servers.waits': 'Belfry {version} waits as the standby {own} at {address}, because {name} is active.',
  'servers.waitsAlone': 'Belfry {version} waits as the standby {own} at {address}. No server is active now.',
} as const;
