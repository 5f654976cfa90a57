// Sentences of a collector: of its own port, and of its commands on the machine itself.

export const collector = {
  'collector.noLine':
    'The collector of the site "{name}" does not reach the server at present, so it cannot pass this on.',
  'collector.full':
    'The collector of the site "{name}" does not reach the server at present, and keeps as many reports as it can.',
  'collector.noAnswer': 'The server did not answer the collector of the site "{name}" within {seconds} s.',
  'collector.busy': 'The collector answers {questions:question|questions} already. Try again in a few seconds.',
  'collector.usage': `usage: belfry collector join ADDRESS TOKEN [--data-dir FOLDER] [--replace]
       belfry collector run [--data-dir FOLDER] [--status-port PORT] [--listen HOST:PORT [--tls]]
       belfry collector status [--data-dir FOLDER]
       belfry collector leave [--data-dir FOLDER]`,
  'collector.wrongOption': '{reason}\n{usage}',
  'collector.notJoined':
    'The folder {folder} belongs to no site. Add a site in Settings → Sites, and run the command that it shows.',
  'collector.noAddress': '"{url}" is no address. It must start with http:// or https://.',
  'collector.noToken': 'This is not the token of a site. It begins with bfs_ and is shown when a site is added.',
  'collector.hasSite': 'This folder belongs to the site "{name}" already. Use another one, or --replace to give it up.',
  'collector.refused': '{server} refused: {reason}',
  'collector.notBelfry': 'it answered {status}, which is no answer of Belfry',
  'collector.unreachable': '{server} cannot be reached: {reason}',
  'collector.unwritable': 'The folder {folder} cannot be written: {reason}',
  'collector.stillRuns': 'A collector runs with the folder {folder}. Stop it first, then join.',
  'collector.joined': 'This collector has joined the site "{name}" of {server}.\nKey: {fingerprint}\n{next}',
  'collector.accepted': 'It polls as soon as it runs: belfry collector run --data-dir {folder}',
  'collector.notAccepted':
    'An administrator must accept this key in Settings → Sites first. Its fingerprint: {fingerprint}',
  'collector.noListening': 'The collector does not listen at {address}: {reason}',
  'collector.noPlace': '"{address}" is no address to listen at. Give HOST:PORT, such as 0.0.0.0:7657.',
  'collector.stopped': 'The collector has stopped.',
  'collector.neverRan': 'This collector has not run yet: belfry collector run',
  'collector.runs': 'A collector runs with the folder {folder}. Stop it first, then leave the site.',
  'collector.left':
    'The keys of this collector are removed. Revoke it in Settings → Sites too: the site "{name}" is silent from now on.',
  'collector.status':
    'Site: {site}\nServer: {line}{refusal}{notTaken}\nHosts: {hosts}\nWaiting: {waiting}\nHistory: {history}{problem}{dropped}{changes}{kept}{old}',
  'collector.connected': '{server}, connected since {at}',
  'collector.notConnected': '{server}, not connected since {at}',
  'collector.statusRefused': '\nThe server refused: {reason}',
  'collector.statusNotTaken': '\nThe server did not take a message: {reason}',
  'collector.noHosts': 'none',
  'collector.history': '{size:bytes}',
  'collector.catchingUp': '{size:bytes}, and what was measured during an outage is being sent',
  'collector.historyProblem': '\nThe history cannot be written: {reason}',
  'collector.historyDamaged': '\nThe history has lost values: {reason}',
  'collector.changesDropped': '\nChanges of the site that were dropped, because there were too many: {count}',
  'collector.changesProblem': '\nChanges of the site cannot be written: {reason}',
  'collector.kept': '\nReports of agents that are kept: {kept}',
  'collector.notRunning': '\nIt does not run. This was at {at}.',
} as const;
