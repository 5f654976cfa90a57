// The tests that take long, each with what makes it long. They start first (`long-first.ts`), so that the last one does not run
// alone while a processor waits, and they may take longer than the limit of their project (`test-limits.ts`).

/** How the path of a test ends. */
const long: Readonly<Record<string, string>> = {
  'sources/damage.test.ts': 'damages every field of every answer of a host',
  'sources/contract.test.ts': 'reads every answer of every version of a host',
  'docker-agent/hosts.test.ts': 'fills the memory with the reports of a thousand hosts',
  'engine/histories.test.ts': 'plays hundreds of histories of alerts',
  'silences/silences.test.ts': 'stores as many silences as fit',
  'delta/delta.test.ts': 'compares thousands of pairs of states',
  'configuration/src/read.test.ts': 'reads files that were made to take forever',
  'view/codec.test.ts': 'reads thousands of addresses',
  'history/tiers.test.ts': 'compares every tier with the raw samples',
  'server/src/main.test.ts': 'starts whole programs one after the other',
  'server/src/trouble.test.ts': 'waits for the limits of hosts that never answer',
  'pve/lanes.lab.test.ts': 'waits for nodes that hang',
  'updater/go-back.test.ts': 'installs releases that do not start',
  'updater/updater.test.ts': 'installs releases',
  'contract/appliance-alerts.test.ts': 'raises every alert of backup servers, mail gateways and instances',
  'contract/cases.test.ts': 'plays each case on the whole server',
  'contract/protection-nights.test.ts': 'plays nights of backups until all is calm',
  'contract/troubles.test.ts': 'plays the troubles of a datacentre until all is calm',
  'contract/all-numbers.test.ts': 'plays a night of trouble in five clusters',
  'contract/night-numbers.test.ts': 'plays a night of trouble and a restart',
  'contract/scripted-month.test.ts': 'plays half a day of a datacentre on the whole server',
  'contract/sites.test.ts': 'waits until a collector that was replaced tries again',
  'contract/site-outage.test.ts': 'plays hours without a line',
  'contract/site-reports.test.ts': 'waits for agents that report through a collector',
  'contract/site-storm/kill.test.ts': 'plays random storms of a server and a collector',
  'servers/two-servers.test.ts': 'waits for a lease to run out',
  'servers/haproxy.test.ts': 'waits for a lease to run out, behind a proxy',
  'servers/takeover.test.ts': 'waits for a lease to run out, and for a process that sleeps for thirty seconds',
  'contract/faults.test.ts': 'starts the whole server for each hook that throws',
  'e2e/src/all-numbers.test.ts': 'compares every number of every screen in a bad night',
  'e2e/src/node-loss.test.ts': 'waits until a node counts as lost, and until it is back',
  'e2e/src/protection.test.ts': 'opens the screens of the protection in many states',
  'e2e/src/alert-chain.test.ts': 'goes through all of the alerts area with keys alone',
  'e2e/src/ways-out.test.ts': 'sends to a broker and to receivers',
  'e2e/src/keyboard.test.ts': 'goes through all screens with keys alone',
  'e2e/src/site.test.ts': 'builds the documentation and opens its pages',
};

export const isLong = (path: string): boolean => Object.keys(long).some((end) => path.endsWith(`/${end}`));
