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
  'servers.noStandby':
    'There is no standby: {name} was not heard for a minute. If this server ended now, nobody would take over. If {name} is gone for good, run belfry ha forget {name}.',
  'servers.otherVersion':
    'The standby {name} runs Belfry {other}, and this server {own}. Update both to the same version.',
  'servers.contested':
    'The lease changed hands {times} times within ten minutes. Look at both logs; two servers with the same name and a copied data directory take it from each other.',
  'servers.clockAhead':
    'The clock of the database is {seconds} s ahead of the clock of this server. Set the time on both.',
  'servers.clockBehind':
    'The clock of the database is {seconds} s behind the clock of this server. Set the time on both.',
  'ha.usage': `usage: belfry ha status [--json]     which server is active, and which one waits
       belfry ha switch [NAME]       give the work to the standby, at most two seconds without a server
       belfry ha drill               stop the active server as a power cut would, measure, and write a report
       belfry ha forget NAME         a server that is gone for good is not missed any more`,
  'ha.alone': 'This Belfry is alone: BELFRY_DATABASE_URL is not set, and with files there is no second server.',
  'ha.active': '{name} is active at {address} (Belfry {version}), epoch {epoch}, since {since}.',
  'ha.noneActive': 'No server is active. The last epoch is {epoch}.',
  'ha.standby': '{name} is a standby at {address} (Belfry {version}), heard {seconds} s ago.',
  'ha.noStandby': 'No standby was heard within the last minute.',
  'ha.nobody': 'No server is active, so there is nothing to give. The standby takes over by itself.',
  'ha.unknown': 'No server with the name {name} was heard.',
  'ha.runs': '{name} runs. Stop it first. Nothing was changed.',
  'ha.forgotten': '{name} is forgotten and not missed any more.',
  'ha.lines': '{before}\n{after}',
  'ha.notTaken':
    '{name} has not taken over within a minute. Look at its log and at its page, which say why. The server {log} takes over again by itself when the other one does not.',
  'ha.given': '{to} took over from {from} with epoch {epoch}. Nobody was active for {seconds} s. {verdict}',
  'ha.unmeasured':
    '{to} took over from {from} with epoch {epoch}. How long nobody was active is not known, because {to} did not answer at its address. Look at BELFRY_SERVER_ADDRESS there.',
  'ha.passed': 'Allowed are {allowed} s.',
  'ha.failed': 'That is too long: allowed are {allowed} s.',
  'ha.after': 'after {seconds} s',
  'ha.notSeen': 'not seen',
  'ha.report': `Drill of {at}
  {from} stopped answering as active: {stopped}
  nobody held the lease: {free}
  the standby held it: {held}
  the standby answered as active: {ready}
{said}`,
  'ha.drilled': '{report}\nThe report is in {file}.',
} as const;
