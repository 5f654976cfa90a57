// Sentences about what the configuration of a resource shows at present.

export const findings = {
  'finding.notRead': '{what} of {name} has not been read yet. Each is read about once an hour.',
  'finding.noRight': 'The account of Belfry may not see this: {what} of {name}. It needs {needs}.',
  'finding.old': '{what} of {name} has not been read for more than three hours, so nobody knows how it is now.',
  'finding.what.packages': 'The list of packages',
  'finding.what.subscription': 'The subscription',
  'finding.what.firewall': 'The firewall',
  'finding.kernel.newer':
    'Kernel {installed} is installed, and {running} runs. The next reboot starts the newer one, unless another one is pinned.',
  'finding.kernel.gone': 'Kernel {running} runs and is not installed any more. The next reboot starts {installed}.',
  'finding.kernel.runs': 'The newest kernel that is installed runs: {running}.',
  'finding.kernel.other': 'Kernel {running} is not from Proxmox, so Belfry cannot say whether a reboot is due.',
  'finding.kernel.none':
    'Kernel {running} runs. The list of packages names no kernel, so Belfry cannot say whether a reboot is due.',
  'finding.kernel.unread': 'The node does not say which kernel runs.',
  'finding.version.skew': 'The nodes of the cluster have different versions of Proxmox VE: {versions}.',
  'finding.version.of': '{version} on {nodes}',
  'finding.version.same': 'All nodes of the cluster have version {version}.',
  'finding.version.silent': 'The nodes that answer have version {version}. The others last had: {versions}.',
  'finding.version.unknown': 'The others have one version. That of {nodes} is not known now.',
  'finding.subscription.until': 'The subscription is valid until {date}. {product}',
  'finding.subscription.active': 'The subscription is active. {product}',
  'finding.subscription.over': 'The subscription was valid until {date}.',
  'finding.subscription.bad': 'The host calls the subscription "{status}".',
  'finding.subscription.none': 'There is no subscription.',
  'finding.subscription.unread': 'The host does not say whether there is a subscription.',
  'finding.firewall.on': 'The firewall of {name} is on.',
  'finding.firewall.onPerhaps': 'The firewall of {name} is on. Whether that of the cluster is on too is not known.',
  'finding.firewall.notInForce':
    'The firewall of {name} is switched on, but that of the cluster is off, so its rules are not in force.',
  'finding.firewall.cards': 'The firewall of {name} is on, but not for {cards}.',
  'finding.firewall.off': 'The firewall of {name} is off. It is on at {on} of {all} others.',
  'finding.firewall.offAlike': 'The firewall of {name} is off.',
  'finding.firewall.clusterOn': 'The firewall of the cluster is on.',
  'finding.firewall.clusterOff':
    'The firewall of the cluster is off, so the rules of {on:node or guest|nodes and guests} are not in force.',
  'finding.firewall.allOff': 'The firewall of the cluster is off.',
} as const;
