// Sentences about sites and their collectors.

export const sites = {
  'site.silent': 'The site "{name}" reports nothing. What is shown of its hosts is old.',
  'site.collector': 'the collector of the site "{name}"',
  'site.nameTaken': 'A site named "{name}" already exists.',
  'site.unknown': 'There is no site with the id {id}.',
  'site.hasHosts': 'These hosts belong to the site: {hosts}. Remove them, or move them to another site, first.',
  'site.tokenUsed': 'This token has been used. Get a new command for the site "{name}".',
  'site.tokenExpired': 'This token expired at {at}. Get a new command for the site "{name}".',
  'site.tokenUnknown': 'This is not the token of a site of this server.',
  'site.otherKey':
    'The collector that waits has another key now: {fingerprint}. Compare it with what the collector prints.',
  'site.badKey': 'The collector has sent something that is no key.',
  'site.noKey': 'No collector waits for the site "{name}".',
  'site.notJoined': 'No collector has joined the site "{name}" yet. Run its command on a machine there first.',
  'site.notAccepted':
    'The collector of the site "{name}" has joined, but its key is not accepted yet. Accept it first.',
  'site.revoked': 'The collector of the site "{name}" was revoked. Let another one join first.',
  'site.unreadable': 'The collector of this site cannot read the secret of the host. Enter it again in the settings.',
  'site.noLine': 'The collector of the site "{name}" is not connected.',
  'site.wrongAnswer': 'The collector of the site "{name}" sent an answer that cannot be read.',
  'site.noAnswer': 'The collector of the site "{name}" did not answer within {seconds} s.',
  'site.oldCollector': 'The collector of the site "{name}" is too old for this. Update it first.',
  'site.scanning': 'The collector scans the network already. Try again when that scan has ended.',
  'site.noSites': 'There is no site named "{name}". Add it in Settings → Sites first.',
  'site.otherNames': 'There is no site named "{name}". There are: {names}.',
  'site.noHost': 'This is not the address of a host.',
  'site.clockAhead':
    'The certificate of {host} is not accepted ({code}), but the clock of the collector of the site "{name}" is {time} ahead. Set the time of its machine first.',
  'site.clockBehind':
    'The certificate of {host} is not accepted ({code}), but the clock of the collector of the site "{name}" is {time} behind. Set the time of its machine first.',
  'site.noPort':
    'The collector of the site "{name}" has no port for hosts. Start it with --listen 0.0.0.0:7657, or add the host with a token.',
  'docker.otherPlace':
    'The Docker host "{host}" reports {place}. Remove it there first, or give its agent a token of its own.',
  'docker.placeHere': 'to the server itself',
  'docker.placeSite': 'through the site "{name}"',
  'collect.wrongProof': 'The collector does not have the key that joined this site.',
  'collect.unknownSite': 'This server has no such site. It may have been removed.',
  'collect.waiting': 'An administrator must accept the key of this collector: {fingerprint}',
  'collect.revoked': 'The key of this collector was revoked.',
  'collect.tooOld':
    'This collector is too old for the server: it speaks version {version}, the server needs {oldest} or later. Update the collector.',
  'collect.tooNew':
    'This collector is newer than the server: it speaks version {version}, the server {newest}. Update the server first.',
  'collect.tooLarge': 'It is larger than {limit:bytes}.',
  'collect.noJson': 'It is not compressed JSON.',
  'collect.lost': 'It continues what this server has not read.',
  'collect.repeated': 'It repeats what this server has read.',
  'collect.frame': 'A message of the collector could not be read: {reason}',
  'collect.notAssigned': 'The collector reports the host "{host}", which was not given to it.',
  'collect.claimed':
    'The collector reports the host "{host}", which {place}. What it says about that host is not taken. If it goes on, revoke its key.',
  'collect.claimedHere': 'this server polls itself',
  'collect.claimedSite': 'belongs to the site "{name}"',
  'collect.oldAssignment': 'The collector reports the host "{host}" as it was given to it before.',
  'collect.foreign': 'The collector reports something as a part of the host "{host}" that does not belong to it.',
  'collect.otherKind': 'The collector reports about the host "{host}" what a host of its kind does not have.',
  'collect.tooMuch': 'The collector reports more about the host "{host}" than a host has.',
  'collect.unasked': 'The collector answers about the host "{host}" what nobody has asked.',
  'collect.otherTime': 'The collector sends what it measured at another time than the one that was asked for.',
  'collect.stopping': 'The server stops.',
  'collect.replaced': 'Another run of this collector has connected.',
  'collect.twice': 'Two programs have the key of this collector and take the line from each other. Stop one of them.',
} as const;
