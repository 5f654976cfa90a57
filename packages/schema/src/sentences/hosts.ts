// Sentences about hosts that are watched, and their reports.

export const hosts = {
  'node.noTokens': '{kind} accepts no API tokens. Use a user name and a password.',
  'node.clusterWatched': 'This cluster is already watched as "{name}".',
  'node.addressWatched': '{host} is already watched as "{name}".',
  'node.notFound': 'Node not found',
  'node.nameTaken': 'A node named "{name}" already exists.',
  'node.ofEnvironment': '"{name}" is set by the environment (BELFRY_NODES) and can only be changed there.',
  'node.twice': 'Two hosts have the name "{name}", the address {host}, or the same id.',
  'node.otherType': 'The type of a node cannot be changed from {from} to {to}.',
  'node.tokenRequired': 'Token ID and token value are required',
  'node.tokenForm': 'Token ID must look like user@realm!tokenname',
  'node.passwordRequired': 'Username and password are required',
  'node.hostRequired': 'Please enter the Host URL first',
  'setup.code': 'This setup code is not valid: it was used, has expired, or is for another host. Generate a new one.',
  'setup.address': 'pulse_url must be the address of this server, such as https://belfry.lan:7655',
  'setup.foreignFlag': '{flag} does not apply to {kind}.',
  'setup.noScript': 'There is no setup script for {kind}.',
  'setup.noChosenToken': 'A token cannot be chosen for a host: create it there and send it.',
  'docker.noHost': 'There is no such Docker host.',
  'docker.tooMany': 'The limit of {limit} Docker hosts is reached. Remove some in the settings first.',
  'docker.tooManyOwn': 'The limit of {limit} Docker hosts for one token is reached. Remove some in the settings first.',
  'docker.tooLarge':
    'The limit of {limit} for the reports of all Docker hosts is reached. Remove some in the settings first.',
  'docker.tooLargeOwn':
    'The limit of {limit} for the reports of one token is reached. Remove some in the settings first.',
  'docker.otherToken':
    'Another token reports this host. Revoke that token, or remove the host in the settings, and this one takes it over.',
  'push.otherToken': 'Another token pushes for this instance. Revoke it first.',
  'push.noInstance': 'No such instance is watched.',
  'sensors.otherToken': 'Another token reports this node. Revoke it first.',
  'sensors.ambiguous':
    'More than one watched node is called {name}. Say which connection of the settings watches it: --instance NAME.',
  'sensors.noNode': 'No watched node is called {name}.',
  'sensors.noNodeAt': 'No watched node is called {name} at {instance}.',
  'sensors.noNodeIn': 'No watched node is called {name} in the cluster {cluster}.',
  'artefact.notBuilt': 'This server has no {file}. Make it in the folder of Belfry with: npm run agents',
  'artefact.notInstalled': 'This server has no {file}. It is in the folder docker of the source.',
  'artefact.platforms': 'There are agents for linux-amd64 and linux-arm64. Elsewhere run the container image.',
  'artefact.unknown': 'Belfry has no such file. Its Docker agent is at /download/belfry-docker-agent.',
  'artefact.noSensorReport': 'This server has no install-sensor-report.sh.',
  'subnet.none': 'No subnet was given: expected something like 192.168.1.0/24',
  'subnet.wrong': '"{given}" is not an IPv4 subnet: expected something like 192.168.1.0/24',
  'subnet.tooLarge': '{subnets}: {count} addresses are too many for a scan, at most {limit} are tried',
  'subnet.unknown':
    'The local network cannot be detected from here (in a container only its own bridge is seen). Enter the subnet of your hosts in the discovery settings, for example 192.168.1.0/24.',
  'discovery.tooSoon': 'A scan was started a moment ago. Please wait {seconds} s.',
} as const;
