// The tests that may take longer than the limit of their project (`vitest.config.ts`), each with what makes it long.
import { expect, vi } from 'vitest';

const LONG_MS = 300_000;

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
  'server/src/main.test.ts': 'starts whole programs one after the other',
  'server/src/trouble.test.ts': 'waits for the limits of hosts that never answer',
  'pve/lanes.lab.test.ts': 'waits for nodes that hang',
  'contract/protection-nights.test.ts': 'plays nights of backups until all is calm',
  'contract/troubles.test.ts': 'plays the troubles of a datacentre until all is calm',
  'contract/all-numbers.test.ts': 'plays a night of trouble in five clusters',
  'contract/night-numbers.test.ts': 'plays a night of trouble and a restart',
  'contract/sites.test.ts': 'waits until a collector that was replaced tries again',
  'servers/two-servers.test.ts': 'waits for a lease to run out',
  'servers/haproxy.test.ts': 'waits for a lease to run out, behind a proxy',
  'servers/takeover.test.ts': 'waits for a lease to run out, and for a process that sleeps for thirty seconds',
  'contract/faults.test.ts': 'starts the whole server for each hook that throws',
};

const { testPath = '' } = expect.getState();
// Files of a project may share a worker: what the last one set must not stay.
vi.resetConfig();
if (Object.keys(long).some((end) => testPath.endsWith(`/${end}`))) vi.setConfig({ testTimeout: LONG_MS });
